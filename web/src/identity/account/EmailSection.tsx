import { useState } from 'react'
import { NewEmail, type Profile, profile } from '#contract/profile.ts'
import { useRouteMutation, useRouteMutationInPlace } from '../../data/queries.ts'
import { profileMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { EmailField } from '../../ui/form/TextField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import classes from './ProfilePage.module.css'

/** A new address of the user, who confirms it by a link that it gets. */
export function EmailSection({ newEmail }: Pick<Profile, 'newEmail'>) {
  const request = useRouteMutationInPlace(profile.requestEmail, ({ message }) => message)
  return (
    <Section title={t.newEmail}>
      <div role="status">{newEmail && <Waiting {...newEmail} />}</div>
      {!newEmail && (
        <>
          <p className={classes.about}>{t.newEmailAbout}</p>
          <Form schema={NewEmail} submit={t.sendConfirmation} onSubmit={body => request({ body })}>
            <EmailField name="email" label={t.newAddress} autoComplete="email" required />
          </Form>
        </>
      )}
    </Section>
  )
}

function Waiting({ address, dateExpires }: NonNullable<Profile['newEmail']>) {
  const request = useRouteMutation(profile.requestEmail, ({ message }) => message)
  const cancel = useRouteMutation(profile.cancelEmail, ({ message }) => message)
  const [busy, setBusy] = useState<'request' | 'cancel' | null>(null)

  async function run(action: 'request' | 'cancel', send: () => Promise<unknown>) {
    if (busy) return
    setBusy(action)
    await send().catch(() => {}) // announced
    setBusy(null)
  }

  return (
    <div className={classes.waiting}>
      <Notice tone="idle">
        <p>{t.awaitsConfirmation(address, formatDateTime(dateExpires))}</p>
        <p>{t.noConfirmation}</p>
      </Notice>
      <div className={classes.actions}>
        <Button
          variant="plain"
          busy={busy === 'request'}
          onClick={() => void run('request', () => request({ body: { email: address } }))}
        >
          {t.sendAgain}
        </Button>
        <Button
          variant="plain"
          busy={busy === 'cancel'}
          onClick={() => void run('cancel', () => cancel({}))}
        >
          {t.keepEmail}
        </Button>
      </div>
    </div>
  )
}
