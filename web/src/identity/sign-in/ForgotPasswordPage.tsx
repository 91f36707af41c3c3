import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { sessions } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { EmailField } from '../../ui/form/TextField.tsx'
import { focusTitle } from '../../ui/layout/focusTitle.ts'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'
import { loadForgot, usePreloadedSchemas } from './schemas.ts'

export default function ForgotPasswordPage() {
  const { mail } = useSearch({ strict: false })
  usePreloadedSchemas()
  const [sent, setSent] = useState<{ message: string; email: string } | null>(null)
  const forgot = useRouteMutation<typeof sessions.forgot>(
    { method: 'POST', path: '/user/forgot' },
    response => response,
  )

  async function send(body: { email: string }) {
    const message = await forgot({ body })
    flushSync(() => setSent({ message, email: body.email }))
    focusTitle()
  }

  if (sent)
    return (
      <Page title={t.sentTitle}>
        <div className={classes.notices}>
          <Notice tone="good">{sent.message}</Notice>
        </div>
        <LinkButton to={paths.login} search={{ mail: sent.email }} full>
          {t.backToSignIn}
        </LinkButton>
      </Page>
    )

  return (
    <Page title={t.forgotTitle} about={t.forgotAbout}>
      <Form schema={loadForgot} initial={{ email: mail }} submit={t.send} full onSubmit={send}>
        <EmailField name="email" label={t.email} autoComplete="username" required />
      </Form>
      <p className={classes.after}>
        <Link to={paths.login} search={{ mail }}>
          {t.backToSignIn}
        </Link>
      </p>
    </Page>
  )
}
