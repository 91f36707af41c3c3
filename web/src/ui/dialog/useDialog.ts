import { useState } from 'react'

/** A dialog of a page that is about one of several things. What it was about last stays while it fades out. */
export function useDialog<T>() {
  const [{ opened, of }, set] = useState<{ opened: boolean; of: T | undefined }>({ opened: false, of: undefined })
  return { opened, of, open: (of: T) => set({ opened: true, of }), close: () => set({ opened: false, of }) }
}
