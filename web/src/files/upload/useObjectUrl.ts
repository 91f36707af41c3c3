import { useEffect, useState } from 'react'

/** A link to bytes of this page, while the component is shown. */
export function useObjectUrl(bytes: Blob | undefined): string | undefined {
  const [link, setLink] = useState<string>()
  useEffect(() => {
    if (!bytes) return setLink(undefined)
    const created = URL.createObjectURL(bytes)
    setLink(created)
    return () => URL.revokeObjectURL(created)
  }, [bytes])
  return link
}
