import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import {
  notificationKinds,
  notifications,
  splitUnsubscribeToken,
  Unsubscription,
} from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { useRouteMutation, useRouteMutationInPlace } from '../../data/queries.ts'
import classes from '../../identity/sign-in/forms.module.css'
import { OtherSession } from '../../identity/sign-in/OtherSession.tsx'
import { sessionMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/** The page of a mail's unsubscribe link: it asks first, as mail scanners follow links. */
export default function UnsubscribePage() {
  const { token = '', mail } = useSearch({ strict: false })
  const [done, setDone] = useState<{ message: string; isUndone: boolean } | null>(null)
  const unsubscribe = useRouteMutationInPlace(notifications.unsubscribe)
  const { user, names, ticket } = splitUnsubscribeToken(token) // not verified: the server does that
  const kinds = notificationKinds.filter(kind => names.split('-').includes(kind))
  const isOfTicket = ticket !== null
  const title = isOfTicket ? t.muteTitle : t.unsubscribeTitle

  const resume = useRouteMutation(notifications.unsubscribe)

  function show({ message }: { message: string }, isUndone = true) {
    flushSync(() => setDone({ message, isUndone }))
    focusTitle()
  }
  const send = async (body: Unsubscription) => show(await unsubscribe({ body }), false)

  if (done || !(isOfTicket || kinds.length > 0))
    return (
      <Page title={title}>
        <div className={classes.notices} role="status">
          <Notice tone={done ? 'good' : 'wrong'}>{done?.message ?? t.unsubscribeInvalid}</Notice>
          <OtherSession isFor={({ _id }) => _id === user}>
            <p>{t.otherSessionAtSettings}</p>
          </OtherSession>
        </div>
        {done && !done.isUndone && (
          <Button
            variant="plain"
            onClick={() =>
              void resume({ body: { token, undo: true } })
                .then(done => show(done))
                .catch(() => {})
            }
          >
            {t.resumeMails}
          </Button>
        )}
        <p className={classes.after}>
          <Link to={paths.notificationSettings} search={{ mail }}>
            {t.unsubscribeSettings}
          </Link>
        </p>
      </Page>
    )
  return (
    <Page title={title} about={isOfTicket ? t.muteAbout : t.unsubscribeAbout}>
      <Form
        schema={Unsubscription}
        extra={{ token }}
        submit={isOfTicket ? t.mute : t.unsubscribe}
        full
        onSubmit={send}
      >
        {kinds.length > 0 && (
          <ul className={classes.list}>
            {kinds.map(kind => (
              <li key={kind}>{t.unsubscribeKinds[kind]}</li>
            ))}
          </ul>
        )}
      </Form>
    </Page>
  )
}
