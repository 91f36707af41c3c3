import { IconDownload, IconEye, IconFile, IconFileTypePdf, IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { FileRecord } from '#contract/files.ts'
import { fileMessages as t } from '../messages/current.ts'
import { formatFileSize } from '../ui/text/format.ts'
import classes from './AttachedFile.module.css'
import { FileStateNote } from './FileStateNote.tsx'
import { LargePicture } from './LargePicture.tsx'
import { useStableLinks } from './useStableLinks.ts'

type Props = {
  file: Pick<
    FileRecord,
    'fileName' | 'fileSize' | 'fileType' | 'previewURL' | 'signedURL' | 'state' | 'infection'
  >
}

/** A message's file: a picture is shown and can be enlarged,
 * a PDF previewed, any file downloaded. */
export function AttachedFile({ file }: Props) {
  const [isEnlarged, setEnlarged] = useState(false)
  const preview = useStableLinks(file.previewURL)
  const picture = file.fileType.startsWith('image/') && preview
  const Icon = picture
    ? IconPhoto
    : file.fileType === 'application/pdf'
      ? IconFileTypePdf
      : IconFile
  return (
    <div className={classes.file}>
      {picture && (
        <>
          <button
            type="button"
            className={classes.thumb}
            onClick={() => setEnlarged(true)}
            aria-label={t.enlarge(file.fileName)}
          >
            <img src={picture} alt="" loading="lazy" />
          </button>
          <LargePicture
            name={file.fileName}
            src={picture}
            opened={isEnlarged}
            onClose={() => setEnlarged(false)}
          />
        </>
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
