import { lazy, useEffect, useRef, useState } from 'react'
import { onReauthenticationRequired } from '../../data/api.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { reauthenticationMessages as t } from './reauthenticationMessages.ts'

const Body = lazy(async () => ({ default: (await import('./ReauthenticationForm.tsx')).ReauthenticationForm }))

/**
 * Asks the user to confirm who they are, over whatever is open, when the server asks for it: the call that it refused waits meanwhile, and is made
 * again, or given up. Calls that wait at the same time share one question.
 */
export function Reauthentication() {
  const [opened, setOpened] = useState(false)
  const waiting = useRef<((isConfirmed: boolean) => void)[]>([])

  function settle(isConfirmed: boolean) {
    setOpened(false)
    for (const answer of waiting.current.splice(0)) answer(isConfirmed)
  }

  useEffect(() => {
    const calls = waiting.current
    const stop = onReauthenticationRequired(() => {
      setOpened(true)
      return new Promise(answer => calls.push(answer))
    })
    return () => {
      stop()
      for (const answer of calls.splice(0)) answer(false)
    }
  }, [])

  return (
    <Dialog opened={opened} title={t.title} onClose={() => settle(false)} held>
      <Body onConfirmed={() => settle(true)} onCancel={() => settle(false)} />
    </Dialog>
  )
}
