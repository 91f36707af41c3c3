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
import { useRouteMutationInPlace } from '../../data/queries.ts'
import classes from '../../identity/sign-in/forms.module.css'
import { OtherSession } from '../../identity/sign-in/OtherSession.tsx'
import { sessionMessages as t } from '../../messages/current.ts'
import { Form } from '../../ui/form/Form.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'

/** The page of a mail's unsubscribe link: it asks first, as mail scanners follow links. */
export default function UnsubscribePage() {
  const { token = '', mail } = useSearch({ strict: false })
  const [message, setMessage] = useState('')
  const unsubscribe = useRouteMutationInPlace(notifications.unsubscribe)
  const { user, names } = splitUnsubscribeToken(token) // not verified: the server does that
  const kinds = notificationKinds.filter(kind => names.split('-').includes(kind))

  async function send(body: Unsubscription) {
    const { message } = await unsubscribe({ body })
    flushSync(() => setMessage(message))
    focusTitle()
  }

  if (message || kinds.length === 0)
    return (
      <Page title={t.unsubscribeTitle}>
        <div className={classes.notices} role="status">
          <Notice tone={message ? 'good' : 'wrong'}>{message || t.unsubscribeInvalid}</Notice>
          <OtherSession isFor={({ _id }) => _id === user}>
            <p>{t.otherSessionAtSettings}</p>
          </OtherSession>
        </div>
        <p className={classes.after}>
          <Link to={paths.notificationSettings} search={{ mail }}>
            {t.unsubscribeSettings}
          </Link>
        </p>
      </Page>
    )
  return (
    <Page title={t.unsubscribeTitle} about={t.unsubscribeAbout}>
      <Form schema={Unsubscription} extra={{ token }} submit={t.unsubscribe} full onSubmit={send}>
        <ul className={classes.list}>
          {kinds.map(kind => (
            <li key={kind}>{t.unsubscribeKinds[kind]}</li>
          ))}
        </ul>
      </Form>
    </Page>
  )
}
