import { IconDownload, IconEye, IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import type { FileRecord } from '#contract/files.ts'
import { fileMessages as t } from '../messages/current.ts'
import { formatFileSize } from '../ui/text/format.ts'
import classes from './AttachedFile.module.css'
import { FileStateNote } from './FileStateNote.tsx'

export type ShownFile = Pick<
  FileRecord,
  'id' | 'fileName' | 'fileSize' | 'fileType' | 'previewURL' | 'signedURL' | 'state' | 'infection'
>

type Props = {
  file: ShownFile
  preview: string | null
  onEnlarge?: () => void
}

/** A message's file: a picture is shown and can be enlarged,
 * a PDF previewed, any file downloaded. */
export function AttachedFile({ file, preview, onEnlarge }: Props) {
  const picture = onEnlarge && preview
  const Icon = picture
    ? IconPhoto
    : file.fileType === 'application/pdf'
      ? IconFileTypePdf
      : IconFile
  return (
    <div className={classes.file}>
      {picture && (
        <button
          type="button"
          className={classes.thumb}
          onClick={onEnlarge}
          aria-label={t.enlarge(file.fileName)}
        >
          <img src={picture} alt="" loading="lazy" />
        </button>
      )}
      <div className={classes.row}>
        <Icon aria-hidden />
        <div className={classes.text}>
          <span className={classes.name} dir="auto" title={file.fileName}>
            {file.fileName}
          </span>
          <span className={classes.size}>{formatFileSize(file.fileSize)}</span>
          <FileStateNote file={file} />
        </div>
        {preview && !picture && (
          <a
            className={classes.action}
            href={preview}
            target="_blank"
            rel="noopener noreferrer"
            title={t.preview}
            aria-label={t.previewOf(file.fileName)}
          >
            <IconEye aria-hidden />
          </a>
        )}
        {file.signedURL && file.state === 'ready' && (
          <a
            className={classes.action}
            href={file.signedURL}
            download={file.fileName}
            aria-label={t.download(file.fileName)}
            title={t.download(file.fileName)}
          >
            <IconDownload aria-hidden />
          </a>
        )}
      </div>
    </div>
  )
}
