import { useState } from 'react'
import { currentSession, type SessionScope } from '../data/api.ts'
import { keepPicture, readPicture } from '../data/keptPages.ts'
import { useObjectUrl } from './upload/useObjectUrl.ts'

/** By the session that has kept them: what another one kept is deleted. */
const kept = new Map<string, SessionScope>()

async function keep(file: string, src: string) {
  const session = currentSession()
  if (kept.get(file) === session) return
  kept.set(file, session)
  const response = await fetch(src) // which the browser has just loaded
  if (response.ok) await keepPicture(file, await response.blob())
  else kept.delete(file)
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
      onLoad={() => void keep(file, src).catch(() => kept.delete(file))}
      onError={() => {
        if (!picture) void readPicture(file).then(found => found && setPicture(found))
      }}
    />
  )
}
