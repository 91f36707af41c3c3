import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { Form } from '../form/Form.tsx'
import { Dialog } from './Dialog.tsx'
import type { DialogState } from './useDialog.ts'

type Props<S extends z.ZodMiniType> = Omit<
  ComponentProps<typeof Form<S>>,
  'secondaryButton' | 'full'
> & {
  dialog: Pick<DialogState, 'opened' | 'close'>
  title: ReactNode
}

/** A form in a dialog. Saved, it closes; refused, it keeps
 * its input. A click beside it discards nothing. */
export function FormDialog<S extends z.ZodMiniType>({
  dialog: { opened, close },
  title,
  onSubmit,
  ...form
}: Props<S>) {
  // When the response arrives, the dialog may have been closed and opened again for another object.
  const openings = useRef(0)
  useLayoutEffect(() => {
    if (opened) openings.current += 1
  }, [opened])

  async function save(value: z.output<S>, initial: Record<string, unknown>) {
    const opening = openings.current
    await onSubmit(value, initial)
    if (opening === openings.current) close()
  }

  return (
    <Dialog opened={opened} title={title} onClose={close} persistent>
      <Form
        {...form}
        secondaryButton={
          <Button variant="plain" onClick={close}>
            {t.cancel}
          </Button>
        }
        onSubmit={save}
      />
    </Dialog>
  )
}
