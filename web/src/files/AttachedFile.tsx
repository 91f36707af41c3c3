import { IconDownload, IconEye, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type FileRecord, files } from '#contract/files.ts'
import { announceError, refresh, useRouteMutation } from '../data/queries.ts'
import { useMe } from '../identity/session/session.ts'
import { fileMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { formatFileSize } from '../ui/text/format.ts'
import classes from './AttachedFile.module.css'
import { FileStateNote } from './FileStateNote.tsx'
import { iconOfFile } from './iconOfFile.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { thumbnailOf } from './thumbnailOf.ts'
import { UploadChip } from './upload/UploadChip.tsx'
import { useUploadOf } from './upload/upload.ts'

export type ShownFile = Pick<
  FileRecord,
  'id' | 'fileName' | 'fileSize' | 'fileType' | 'previewURL' | 'signedURL' | 'state' | 'infection'
> &
  Partial<Pick<FileRecord, 'uploaderUser'>>

const VideoPlayer = lazy(() => import('./VideoPlayer.tsx'))

type Props = {
  file: ShownFile
  preview: string | null
  onEnlarge?: () => void
}

/** A message's file: a picture is shown and can be enlarged, a video
 * played, a PDF previewed, any file downloaded. */
export function AttachedFile({ file, preview, onEnlarge }: Props) {
  const [isOpened, setOpened] = useState(false)
  const picture = onEnlarge && preview
  const video = file.fileType.startsWith('video/') && preview
  const Icon = iconOfFile(file.fileType)
  const upload = useUploadOf(file.id)
  if (upload && file.state === 'uploading')
    return (
      <UploadChip
        upload={upload}
        onRemove={() => void upload.giveUp?.().catch(error => announceError(error))}
      />
    )
  return (
    <div className={classes.file} data-playing={(video && isOpened) || undefined}>
      {picture && (
        <button
          type="button"
          className={classes.thumb}
          onClick={onEnlarge}
          aria-label={t.enlarge(file.fileName)}
        >
          <Thumbnail file={file.id} src={thumbnailOf(picture, file.fileSize, '320')} />
        </button>
      )}
      {video && !isOpened && (
        <button
          type="button"
          className={classes.play}
          onClick={() => setOpened(true)}
          aria-label={t.play(file.fileName)}
        >
          <span>
            <IconPlayerPlay aria-hidden />
          </span>
        </button>
      )}
      {video && isOpened && (
        <Suspense fallback={<div className={classes.play} />}>
          <VideoPlayer name={file.fileName} src={video} />
        </Suspense>
      )}
      <div className={classes.row}>
        <Icon aria-hidden />
        <div className={classes.text}>
          <span className={classes.name} dir="auto" title={file.fileName}>
            {file.fileName}
          </span>
          <span className={classes.size}>{formatFileSize(file.fileSize)}</span>
          <FileStateNote file={file} />
          {file.state === 'uploading' && <GiveUp file={file} />}
        </div>
        {preview && !picture && !video && (
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

/** For the sender of a file that this browser does not have: nothing else would end the wait. */
function GiveUp({ file: { id, uploaderUser, fileName } }: { file: ShownFile }) {
  const giveUp = useRouteMutation(files.cancel)
  if (useMe()._id !== uploaderUser) return null
  return (
    <Button
      small
      variant="quiet"
      aria-label={`${t.giveUp}: ${fileName}`}
      onClick={() => void giveUp({ params: { file: id } }).then(refresh, () => {})}
    >
      {t.giveUp}
    </Button>
  )
}
