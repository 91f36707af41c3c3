import { useEffect, useRef, useState } from 'react'
import { Code, Password, secondFactor, sessions } from '#contract/identity.ts'
import { call } from '../../data/api.ts'
import { useRouteQuery } from '../../data/queries.ts'
import {
  secondFactorMessages,
  reauthenticationMessages as t,
  uiMessages as ui,
} from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { CodeField } from '../second-factor/CodeField.tsx'
import { roleOf, useMe } from '../session/session.ts'
import classes from './Reauthentication.module.css'

type Props = { onConfirmed: () => void; onCancel: () => void }

export function ReauthenticationForm({ onConfirmed, onCancel }: Props) {
  const me = useMe()
  const { email } = me
  const { data } = useRouteQuery(
    secondFactor.status,
    {},
    { enabled: roleOf(me) !== 'customer' }, // who have none
  )
  const [usesCode, setUsesCode] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => form.current?.querySelector('input')?.focus(), [usesCode])

  return (
    <div ref={form} className={classes.body}>
      <p>{t.about(email)}</p>
      <Form
        key={String(usesCode)} // discards the errors of the other field
        schema={usesCode ? Code : Password}
        submit={t.confirm}
        secondaryButton={
          <Button variant="plain" onClick={onCancel}>
            {ui.cancel}
          </Button>
        }
        onSubmit={async body => {
          await call(sessions.reauthenticate, { body })
          onConfirmed()
        }}
      >
        {usesCode ? (
          <CodeField
            label={secondFactorMessages.code}
            hint={secondFactorMessages.anyCode}
            letters
          />
        ) : (
          <PasswordField
            name="password"
            label={secondFactorMessages.passwordAgain}
            hint={t.why}
            autoComplete="current-password"
            required
          />
        )}
      </Form>
      {data?.on && (
        <Button variant="quiet" onClick={() => setUsesCode(!usesCode)}>
          {usesCode ? t.usePassword : t.useCode}
        </Button>
      )}
    </div>
  )
}
