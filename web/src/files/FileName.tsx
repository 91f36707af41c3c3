import type { File } from '#contract/files.ts'
import classes from './FileName.module.css'
import { FileStateNote } from './FileStateNote.tsx'
import { iconOfFile } from './iconOfFile.ts'
import { linkToFile } from './linkToFile.ts'

/** The name opens the file, and with it the whole row does. */
export function FileName({ file }: { file: File }) {
  const { fileName, fileType, state } = file
  const Icon = iconOfFile(fileType)
  return (
    <div className={classes.file}>
      <Icon aria-hidden />
      <div>
        {state === 'ready' ? (
          <a
            {...linkToFile(file)}
            className={classes.name}
            dir="auto"
            title={fileName}
            data-opens-row
          >
            {fileName}
          </a>
        ) : (
          <span className={classes.name} dir="auto" title={fileName}>
            {fileName}
          </span>
        )}
        <FileStateNote file={file} />
      </div>
    </div>
  )
}
