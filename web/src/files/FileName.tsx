import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { File } from '#contract/files.ts'
import classes from './FileName.module.css'
import { FileStateNote } from './FileStateNote.tsx'

export function FileName({ file }: { file: File }) {
  const { fileName, fileType } = file
  const Icon = fileType.startsWith('image/')
    ? IconPhoto
    : fileType === 'application/pdf'
      ? IconFileTypePdf
      : IconFile
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
