import { useState } from 'react'
import { keepPicture, readPicture } from '../data/keptPages.ts'
import { useObjectUrl } from './upload/useObjectUrl.ts'

const kept = new Set<string>()

async function keep(file: string, src: string) {
  if (kept.has(file)) return
  kept.add(file)
  const response = await fetch(src) // which the browser has just loaded
  if (response.ok) await keepPicture(file, await response.blob())
}

/** A picture of the conversation. Where its link does not lead to
 * it, as without a network, the one that this browser has kept. */
export function Thumbnail({ file, src }: { file: string; src: string }) {
  const [picture, setPicture] = useState<Blob>()
  const link = useObjectUrl(picture)
  return (
    <img
      src={link ?? src}
      alt=""
      loading="lazy"
      onLoad={() => void keep(file, src).catch(() => {})}
      onError={() => {
        if (!picture) void readPicture(file).then(found => found && setPicture(found))
      }}
    />
  )
}
