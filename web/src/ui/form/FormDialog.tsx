import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { Button } from '../controls/Button.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { uiMessages as t } from '../messages.ts'
import { Form } from './Form.tsx'

type Props<S extends z.ZodMiniType> = Omit<ComponentProps<typeof Form<S>>, 'beside' | 'full'> & {
  opened: boolean
  title: ReactNode
  onClose: () => void
}

/** A form over the page. Saved, it closes; refused, it stays as it was typed. A click beside it does not throw that away. */
export function FormDialog<S extends z.ZodMiniType>({ opened, title, onClose, onSubmit, ...form }: Props<S>) {
  // Closed while it was being saved, it may be open again for something else when the answer comes.
  const openings = useRef(0)
  useLayoutEffect(() => {
    if (opened) openings.current += 1
  }, [opened])

  async function save(value: z.output<S>, before: Record<string, unknown>) {
    const opening = openings.current
    await onSubmit(value, before)
    if (opening === openings.current) onClose()
  }

  return (
    <Dialog opened={opened} title={title} onClose={onClose} held>
      <Form
        {...form}
        beside={
          <Button look="plain" onClick={onClose}>
            {t.cancel}
          </Button>
        }
        onSubmit={save}
      />
    </Dialog>
  )
}
