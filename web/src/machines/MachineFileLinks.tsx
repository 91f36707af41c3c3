import type { File } from '#contract/files.ts'
import { FileStateNote } from '../files/FileStateNote.tsx'
import { linkToFile } from '../files/linkToFile.ts'
import { formatFileSize } from '../ui/text/format.ts'
import classes from './MachineFileLinks.module.css'

/** Each file opens in a tab of its own, or is downloaded where a browser cannot show it. */
export const MachineFileLinks = ({ files }: { files: readonly File[] }) => (
  <ul className={classes.files}>
    {files.map(file => (
      <li key={file._id}>
        {file.state === 'ready' ? (
          <a {...linkToFile(file)} dir="auto">
            {file.fileName}
          </a>
        ) : (
          <span dir="auto">{file.fileName}</span>
        )}{' '}
        <span className={classes.size}>{formatFileSize(file.fileSize)}</span>
        <FileStateNote file={file} />
      </li>
    ))}
  </ul>
)
