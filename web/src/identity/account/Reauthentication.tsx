import { lazy, useEffect, useRef, useState } from 'react'
import { onReauthenticationRequired } from '../../data/api.ts'
import { reauthenticationMessages as t } from '../../messages/current.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'

const Body = lazy(async () => ({
  default: (await import('./ReauthenticationForm.tsx')).ReauthenticationForm,
}))

/** Confirms the user's identity when the server requires it. The
 * refused call waits for the dialog, which concurrent calls share. */
export function Reauthentication() {
  const [opened, setOpened] = useState(false)
  const pending = useRef<((isConfirmed: boolean) => void)[]>([])

  function settle(isConfirmed: boolean) {
    setOpened(false)
    for (const resolve of pending.current.splice(0)) resolve(isConfirmed)
  }

  useEffect(() => {
    const calls = pending.current
    const unregister = onReauthenticationRequired(() => {
      setOpened(true)
      return new Promise(resolve => calls.push(resolve))
    })
    return () => {
      unregister()
      for (const resolve of calls.splice(0)) resolve(false)
    }
  }, [])

  return (
    <Dialog opened={opened} title={t.title} onClose={() => settle(false)} persistent>
      <Body onConfirmed={() => settle(true)} onCancel={() => settle(false)} />
    </Dialog>
  )
}
