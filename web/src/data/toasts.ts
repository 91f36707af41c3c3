import { createStore, useStore } from '../browser/store.ts'

export type Toast = {
  id: number
  kind: 'success' | 'error'
  text: string
  requestId?: string | undefined
  /** The mutation that failed: the toast is dismissed when it succeeds. */
  mutationKey?: string | undefined
  /** What the user may still do about it, such as undo it. */
  action?: ToastAction | undefined
}
type ToastAction = { label: string; run: () => void }

const toasts = createStore<readonly Toast[]>([])
let lastId = 0

const show = (notice: Omit<Toast, 'id'>) => {
  lastId += 1
  // The same text is shown once, and at most three toasts are.
  toasts.set([
    ...toasts
      .get()
      .filter(other => other.text !== notice.text)
      .slice(-2),
    { id: lastId, ...notice },
  ])
}
const keep = (isKept: (toast: Toast) => boolean) => toasts.set(toasts.get().filter(isKept))

export const toast = {
  success: (text: string, action?: ToastAction) => show({ kind: 'success', text, action }),
  /** `requestId`: what the user quotes to the vendor. */
  error: (
    text: string,
    { requestId, mutationKey }: Pick<Toast, 'requestId' | 'mutationKey'> = {},
  ) => show({ kind: 'error', text, requestId, mutationKey }),
  dismissErrorsOf: (mutationKey: string) => keep(toast => toast.mutationKey !== mutationKey),
  dismissErrors: () => keep(({ kind }) => kind !== 'error'),
  dismiss: (id: number) => keep(toast => toast.id !== id),
}

export const useToasts = () => useStore(toasts)
