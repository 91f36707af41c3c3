import { useEffect, useRef } from 'react'
import { Code, type Secret } from '#contract/identity.ts'
import { hasStatus } from '../../data/api.ts'
import { secondFactorMessages as t, uiMessages as ui } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { CodeField } from './CodeField.tsx'
import classes from './Enrol.module.css'
import { QrCode } from './QrCode.tsx'

type Props = {
  secret: Secret
  full?: boolean
  onConfirm: (code: { code: string }) => Promise<unknown>
  /** An earlier confirmation has succeeded, and its response was lost. */
  onAlreadyOn: () => unknown
  /** Missing where enrolment is required. */
  onCancel?: () => void
}

/** Sets up a second factor: an app takes the secret, by
 * camera or by hand, and a code proves that it has. */
export function Enrol({
  secret: { secret, uri },
  full = false,
  onConfirm,
  onAlreadyOn,
  onCancel,
}: Props) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])

  async function confirm(body: { code: string }) {
    try {
      await onConfirm(body)
    } catch (error) {
      if (!hasStatus(error, 409)) throw error
      await onAlreadyOn()
    }
  }

  return (
    <div ref={container} tabIndex={-1} className={classes.enrol} data-unsaved>
      <p>{t.scan}</p>
      <QrCode text={uri} label={t.qr} />
      <p className={classes.onPhone}>
        <a href={uri}>{t.openApp}</a>
      </p>
      <div>
        <p>{t.typeIt}</p>
        <p className={classes.secret}>
          <code>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
          <CopyButton text={secret} />
        </p>
      </div>
      <Form
        schema={Code}
        submit={t.confirm}
        full={full}
        secondaryButton={
          onCancel && (
            <Button variant="plain" onClick={onCancel}>
              {ui.cancel}
            </Button>
          )
        }
        onSubmit={confirm}
      >
        <CodeField label={t.thenCode} />
      </Form>
    </div>
  )
}
