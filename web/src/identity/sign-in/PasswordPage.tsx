import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Activation, sessions } from '#contract/sessions.ts'
import { hasStatus } from '../../data/api.ts'
import { lastingData, useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { paths } from '../../navigation/paths.ts'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { deviceTokens } from '../session/devices.ts'
import { ExpiredLink } from './ExpiredLink.tsx'
import classes from './forms.module.css'
import { PasswordRules } from './PasswordRules.tsx'
import { findUnmetRules } from './passwords.ts'

export default function PasswordPage({ purpose }: { purpose: 'activate' | 'reset' }) {
  const { token, mail } = useSearch({ strict: false })
  const [title, about, submit] =
    purpose === 'activate' ? [t.activateTitle, t.activateAbout, t.activate] : [t.resetTitle, t.resetAbout, t.reset]
  const [typed, setTyped] = useState({ password: '', repeat: '' })
  const activate = useRouteMutation(sessions.activate)
  const navigate = useNavigate()

  // Not refetched: saving the password ends the link.
  const link = useRouteQuery(
    sessions.checkLink,
    { body: { token: token ?? '', email: mail ?? '' } },
    { enabled: Boolean(token && mail), staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: lastingData },
  )

  if (!token || !mail) return <ExpiredLink title={title} purpose={purpose} mail={mail} problem={t.linkMissing} />
  const isMalformed = hasStatus(link.error, 400)
  if (isMalformed || link.data?.works === false) return <ExpiredLink title={title} purpose={purpose} mail={mail} problem={t.linkEnded} />

  async function save(body: { token: string; email: string; password: string }) {
    const { device } = await activate({ body })
    deviceTokens.add(device)
    await navigate({ to: paths.inviteSuccess, search: { mail: body.email }, state: { passwordSaved: true }, replace: true })
  }

  return (
    <Page title={title} about={about}>
      <QueryBoundary query={link} skeleton={<Skeleton lines={4} height={44} gap={16} />}>
        {() => (
          <>
            <Form
              schema={Activation}
              initial={{ email: mail }}
              extra={{ token }}
              submit={submit}
              full
              onSubmit={save}
              validate={() => (findUnmetRules(typed).length > 0 ? { password: () => t.rulesUnmet } : {})}
              onProblems={problems =>
                problems.password && toast.error(findUnmetRules(typed).length > 0 ? t.rulesUnmet : problems.password())
              }
              onFormInput={form => {
                const data = new FormData(form)
                setTyped({ password: String(data.get('password')), repeat: String(data.get('repeat')) })
              }}
            >
              <TextField name="email" label={t.email} type="email" autoComplete="username" readOnly />
              <PasswordField name="password" label={t.newPassword} autoComplete="new-password" aria-describedby="password-rules" required />
              <PasswordField name="repeat" label={t.repeatPassword} autoComplete="new-password" required />
              <PasswordRules id="password-rules" typed={typed} />
            </Form>
            <p className={classes.after}>
              <Link to={paths.login}>{t.backToSignIn}</Link>
            </p>
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
