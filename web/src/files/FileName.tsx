import { IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { File } from '#contract/files.ts'
import classes from './FileName.module.css'

/** A file in a list: what it is, and its name. */
export function FileName({ file: { fileName, fileType } }: { file: File }) {
  const Icon = fileType.startsWith('image/') ? IconPhoto : fileType === 'application/pdf' ? IconFileTypePdf : IconFile
  return (
    <div className={classes.file}>
      <Icon aria-hidden />
      <span className={classes.name} title={fileName}>
        {fileName}
      </span>
    </div>
  )
}
