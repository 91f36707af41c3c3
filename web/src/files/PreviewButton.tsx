import { IconEye, IconPlayerPlay } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { File } from '#contract/files.ts'
import { fileMessages as t } from '../messages/current.ts'
import { IconButton, IconLink } from '../ui/controls/IconButton.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { PictureViewer } from './PictureViewer.tsx'
import { useStableLinks } from './useStableLinks.ts'

const VideoPlayer = lazy(() => import('./VideoPlayer.tsx'))

export function PreviewButton({ file }: { file: File }) {
  const { _id: id, fileName, fileType, previewURL, signedURL } = file
  const [opened, setOpened] = useState<string | null>(null)
  const { [id]: src } = useStableLinks([{ id, previewURL }])
  if (!src) return null
  if (fileType.startsWith('video/'))
    return (
      <>
        <IconButton icon={IconPlayerPlay} label={t.play(fileName)} onClick={() => setOpened(id)} />
        <Dialog
          opened={opened !== null}
          title={<bdi>{fileName}</bdi>}
          variant="picture"
          onClose={() => setOpened(null)}
        >
          <VideoPlayer name={fileName} src={src} large />
        </Dialog>
      </>
    )
  if (!fileType.startsWith('image/'))
    return (
      <IconLink
        icon={IconEye}
        label={t.previewOf(fileName)}
        href={src}
        target="_blank"
        rel="noopener noreferrer"
      />
    )
  return (
    <>
      <IconButton icon={IconEye} label={t.enlarge(fileName)} onClick={() => setOpened(id)} />
      <PictureViewer
        pictures={[{ id, name: fileName, src, fitted: src, download: signedURL }]}
        opened={opened}
        onOpen={setOpened}
      />
    </>
  )
}
