import { useSyncExternalStore } from 'react'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  text: string
  requestId?: string | undefined
  /** The mutation that failed: the toast is dismissed when it succeeds. */
  mutationKey?: string | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setState(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

const show = (notice: Omit<Toast, 'id'>) => {
  lastId += 1
  // The same text is shown once, and at most three toasts are.
  setState([...toasts.filter(other => other.text !== notice.text).slice(-2), { id: lastId, ...notice }])
}

export const toast = {
  success: (text: string) => show({ kind: 'success', text }),
  /** `requestId`: what the user quotes to the vendor. */
  error: (text: string, { requestId, mutationKey }: Pick<Toast, 'requestId' | 'mutationKey'> = {}) =>
    show({ kind: 'error', text, requestId, mutationKey }),
  dismissErrorsOf: (mutationKey: string) => setState(toasts.filter(toast => toast.mutationKey !== mutationKey)),
  dismissErrors: () => setState(toasts.filter(({ kind }) => kind !== 'error')),
  dismiss: (id: number) => setState(toasts.filter(toast => toast.id !== id)),
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getSnapshot = () => toasts

export const useToasts = () => useSyncExternalStore(subscribe, getSnapshot)
