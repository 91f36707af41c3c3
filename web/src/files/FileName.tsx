import type { File } from '#contract/files.ts'
import classes from './FileName.module.css'
import { FileStateNote } from './FileStateNote.tsx'
import { iconOfFile } from './iconOfFile.ts'

export function FileName({ file }: { file: File }) {
  const { fileName, fileType } = file
  const Icon = iconOfFile(fileType)
  return (
    <div className={classes.file}>
      <Icon aria-hidden />
      <div>
        <span className={classes.name} dir="auto" title={fileName}>
          {fileName}
        </span>
        <FileStateNote file={file} />
      </div>
    </div>
  )
}
