import { useEffect, useRef, useState } from 'react'
import { fileMessages as t } from '../messages/current.ts'
import classes from './VideoPlayer.module.css'

type Props = { name: string; src: string; large?: boolean }

/** Plays at once, as it is shown by a click. Keeps its link until that one has
 * expired: another link would load the video again, from its beginning. */
export default function VideoPlayer({ name, src: newest, large = false }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [source, setSource] = useState({ src: newest, from: 0, isPaused: false })
  const [isBroken, setBroken] = useState(false)
  useEffect(() => video.current?.focus(), [])
  useEffect(() => {
    const element = video.current
    if (!element) return
    // An attribute would load it before React listens to the first events.
    element.src = source.src
    // A browser may require another click; `onError` reports other failures.
    if (!source.isPaused) element.play().catch(() => {})
    return () => {
      element.removeAttribute('src')
      element.load() // ends the download
    }
  }, [source])

  function resume(element: HTMLVideoElement) {
    if (element.videoWidth === 0)
      setBroken(true) // only its sound can be decoded
    else if (source.from > 0) element.currentTime = source.from
  }
  function recover({ currentTime, paused }: HTMLVideoElement) {
    if (newest === source.src) setBroken(true)
    else setSource({ src: newest, from: currentTime, isPaused: paused })
  }

  if (isBroken)
    return (
      <p className={classes.broken} role="alert">
        {t.notPlayed}
      </p>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: users send no captions with their videos
    <video
      ref={video}
      className={classes.video}
      data-large={large || undefined}
      aria-label={name}
      controls
      playsInline
      onLoadedMetadata={event => resume(event.currentTarget)}
      onError={event => recover(event.currentTarget)}
    />
  )
}
