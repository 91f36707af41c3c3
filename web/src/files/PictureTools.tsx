import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { fileMessages as t } from '../messages/current.ts'
import { IconButton, IconLink } from '../ui/controls/IconButton.tsx'
import classes from './PictureTools.module.css'

export type Picture = {
  id: string
  name: string
  src: string
  /** a smaller copy, for as long as it is not zoomed */
  fitted: string
  download: string | null
}

type Props = {
  picture: Picture
  index: number
  count: number
  canZoom: { in: boolean; out: boolean }
  onShow: (index: number) => void
  onZoom: (by: number) => void
  onTurn: () => void
}

export const PictureTools = (props: Props) => {
  const { picture, index, count, canZoom, onShow, onZoom, onTurn } = props
  const { name, download } = picture
  return (
    <div className={classes.tools} role="toolbar" aria-label={t.viewer}>
      {count > 1 && (
        <>
          <IconButton
            icon={IconChevronLeft}
            label={t.previousPicture}
            aria-disabled={index === 0}
            onClick={() => onShow(index - 1)}
          />
          <span className={`figures ${classes.position}`} role="status">
            <span aria-hidden>{`${index + 1} / ${count}`}</span>
            <span className="sr-only">{t.pictureOf(index + 1, count, name)}</span>
          </span>
          <IconButton
            icon={IconChevronRight}
            label={t.nextPicture}
            aria-disabled={index === count - 1}
            onClick={() => onShow(index + 1)}
          />
        </>
      )}
      <IconButton
        icon={IconZoomOut}
        label={t.zoomOut}
        aria-disabled={!canZoom.out}
        onClick={() => onZoom(-1)}
      />
      <IconButton
        icon={IconZoomIn}
        label={t.zoomIn}
        aria-disabled={!canZoom.in}
        onClick={() => onZoom(1)}
      />
      <IconButton icon={IconRotateClockwise} label={t.rotate} onClick={onTurn} />
      {download && (
        <IconLink icon={IconDownload} label={t.download(name)} href={download} download={name} />
      )}
    </div>
  )
}
