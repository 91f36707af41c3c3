import { lazy } from 'react'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import type { Picture } from './PictureTools.tsx'

const PictureStage = lazy(() => import('./PictureStage.tsx'))

type Props = {
  pictures: readonly Picture[]
  opened: string | null
  onOpen: (id: string | null) => void
}

export function PictureViewer({ pictures, opened, onOpen }: Props) {
  const index = pictures.findIndex(({ id }) => id === opened)
  const shown = pictures[index]
  return (
    <Dialog
      opened={shown !== undefined}
      title={<bdi>{shown?.name}</bdi>}
      variant="picture"
      onClose={() => onOpen(null)}
    >
      {shown && (
        <PictureStage
          picture={shown}
          index={index}
          count={pictures.length}
          onShow={next => onOpen(pictures[next]?.id ?? null)}
        />
      )}
    </Dialog>
  )
}
