import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  text: string
  requestId?: string | undefined
  /** What failed: the notice goes when that succeeds. */
  about?: string | undefined
}

let toasts: readonly Toast[] = []
let last = 0
const watchers = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const tell of watchers) tell()
}

const show = (notice: Omit<Toast, 'id'>) => {
  last += 1
  // The same words twice are one notice; and never a wall of them.
  change([...toasts.filter(other => other.text !== notice.text).slice(-2), { id: last, ...notice }])
}

/** Short notices at the edge of the screen, three seconds each. */
export const toast = {
  success: (text: string) => show({ kind: 'success', text }),
  /** `requestId` is what the reader can quote when writing to the vendor. */
  error: (text: string, { requestId, about }: Pick<Toast, 'requestId' | 'about'> = {}) => show({ kind: 'error', text, requestId, about }),
  /** What failed before has succeeded now. */
  succeeded: (about: string) => change(toasts.filter(toast => toast.about !== about)),
  /** The page that failures were about is left. */
  leave: () => change(toasts.filter(({ kind }) => kind !== 'error')),
  dismiss: (id: number) => change(toasts.filter(toast => toast.id !== id)),
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
export const useToasts = () => useSyncExternalStore(watch, () => toasts)
