import {
  type KeyboardEvent,
  type RefObject,
  type TouchEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { keyOf } from '../browser/keys.ts'
import { fileMessages as t } from '../messages/current.ts'
import classes from './PictureStage.module.css'
import { type Picture, PictureTools } from './PictureTools.tsx'
import { useDragToScroll } from './useDragToScroll.ts'

type Props = {
  picture: Picture
  index: number
  count: number
  onShow: (index: number) => void
}

const scales = [1, 1.5, 2, 3, 4, 6, 8]
/** In CSS pixels. */
const swipeLength = 60

type Size = { width: number; height: number }
const asFitted = { step: 0, quarters: 0 }

/** One picture, which is zoomed, turned and saved. A zoomed one scrolls in its place. */
export default function PictureStage({ picture, index, count, onShow }: Props) {
  const { id, name, src, fitted: copy } = picture
  const stage = useRef<HTMLDivElement>(null)
  const [natural, setNatural] = useState<Size | 'broken' | null>(null)
  const [view, setView] = useState({ ...asFitted, of: id })
  /** Of the picture that was zoomed: its original stays. */
  const [zoomed, setZoomed] = useState<string | null>(null)
  const { step, quarters } = view.of === id ? view : asFitted
  const room = useSizeOf(stage)
  const touched = useRef<{ x: number; y: number } | null>(null)
  useDragToScroll(stage)
  useEffect(() => stage.current?.focus(), [])

  const isTurned = quarters % 2 === 1
  const size = typeof natural === 'object' && natural
  const fitted = size ? scaleOf(isTurned ? turned(size) : size, room) : 0
  const scale = fitted * (scales[step] as number)
  const zoom = (by: number) => {
    if (by > 0) setZoomed(id)
    setView({ of: id, quarters, step: Math.max(0, Math.min(scales.length - 1, step + by)) })
  }
  /** Without a connection the copy stays. */
  const handleError = () => (zoomed === id && src !== copy ? setZoomed(null) : setNatural('broken'))
  const turn = () => setView({ of: id, step, quarters: quarters + 1 })
  const show = (next: number) => {
    if (next < 0 || next >= count) return
    setNatural(null)
    onShow(next)
  }

  function handleKey(event: KeyboardEvent) {
    const { ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const key = keyOf(event)
    if (key === '+' || key === '=') zoom(1)
    else if (key === '-') zoom(-1)
    else if (key === '0') zoom(-step)
    else if (key === 'r') turn()
    // The arrow keys scroll a zoomed picture.
    else if (key === 'arrowleft' && step === 0) show(index - 1)
    else if (key === 'arrowright' && step === 0) show(index + 1)
    else return
    event.preventDefault()
  }
  function endSwipe({ changedTouches, touches }: TouchEvent) {
    const touch = changedTouches[0]
    const from = touched.current
    touched.current = null
    if (!from || !touch || touches.length > 0 || step > 0) return
    const [x, y] = [touch.clientX - from.x, touch.clientY - from.y]
    if (Math.abs(x) > swipeLength && Math.abs(x) > 2 * Math.abs(y)) show(index + (x < 0 ? 1 : -1))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys work on whatever has the focus
    <div className={classes.viewer} onKeyDown={handleKey}>
      <section
        ref={stage}
        className={classes.stage}
        aria-label={t.picture}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a zoomed picture, too
        tabIndex={0}
        data-zoomed={step > 0 || undefined}
        onDoubleClick={() => zoom(step === 0 ? 2 : -step)}
        onTouchStart={({ touches }) => {
          const touch = touches.length === 1 && touches[0]
          touched.current = touch ? { x: touch.clientX, y: touch.clientY } : null
        }}
        onTouchEnd={endSwipe}
      >
        {natural === 'broken' ? (
          <p className={classes.broken}>{t.notShown}</p>
        ) : (
          <div
            className={classes.frame}
            style={size ? sized(isTurned ? turned(size) : size, scale) : {}}
          >
            <img
              key={id}
              src={zoomed === id ? src : copy}
              alt={name}
              draggable={false}
              style={{
                ...(size ? sized(size, scale) : { visibility: 'hidden' }),
                transform: `translate(-50%, -50%) rotate(${quarters * 90}deg)`,
              }}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setNatural({ width: naturalWidth, height: naturalHeight })
              }
              onError={handleError}
            />
          </div>
        )}
      </section>
      <PictureTools
        picture={picture}
        index={index}
        count={count}
        canZoom={{ in: step < scales.length - 1, out: step > 0 }}
        onShow={show}
        onZoom={zoom}
        onTurn={turn}
      />
    </div>
  )
}

const turned = ({ width, height }: Size): Size => ({ width: height, height: width })
const sized = ({ width, height }: Size, scale: number) => ({
  width: `${width * scale}px`,
  height: `${height * scale}px`,
})

/** The scale at which the whole picture is seen, never above its own size. */
const scaleOf = ({ width, height }: Size, room: Size | null) =>
  room === null ? 0 : Math.min(1, room.width / width, room.height / height)

function useSizeOf(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => {
      // Without scroll bars, which a zoomed picture brings.
      const { width, height } = current.getBoundingClientRect()
      setSize({ width, height })
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
