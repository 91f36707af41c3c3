import { useState } from 'react'

/** The state of a dialog about one of several objects, or about
 * none. The last `subject` stays while the dialog fades out. */
export function useDialog<T = void>() {
  const [{ opened, subject }, setState] = useState<{ opened: boolean; subject: T | undefined }>({
    opened: false,
    subject: undefined,
  })
  return {
    opened,
    subject,
    open: (subject: T) => setState({ opened: true, subject }),
    close: () => setState({ opened: false, subject }),
  }
}
export type DialogState<T = void> = ReturnType<typeof useDialog<T>>
