import { useSyncExternalStore } from 'react'

export type Toast = { id: number; kind: 'success' | 'error'; text: string; requestId: string | undefined }

let toasts: readonly Toast[] = []
let last = 0
const watchers = new Set<() => void>()

function change(next: readonly Toast[]) {
  toasts = next
  for (const tell of watchers) tell()
}

const show = (kind: Toast['kind'], text: string, requestId?: string) => {
  last += 1
  // The same words twice are one notice; and never a wall of them.
  change([...toasts.filter(other => other.text !== text).slice(-2), { id: last, kind, text, requestId }])
}

/** Short notices at the edge of the screen, three seconds each. */
export const toast = {
  success: (text: string) => show('success', text),
  /** `requestId` is what the reader can quote when writing to the vendor. */
  error: (text: string, requestId?: string) => show('error', text, requestId),
  dismiss: (id: number) => change(toasts.filter(toast => toast.id !== id)),
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}
export const useToasts = () => useSyncExternalStore(watch, () => toasts)
