import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Activation, sessions } from '#contract/sessions.ts'
import { paths } from '../paths.ts'
import { useAction } from '../queries.ts'
import { Form } from '../ui/Form.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { toast } from '../ui/toasts.ts'
import classes from './forms.module.css'
import { sessionMessages as t } from './messages.ts'
import { PasswordRules } from './PasswordRules.tsx'
import { broken } from './passwords.ts'

const words = {
  activate: { title: t.activateTitle, about: t.activateAbout, submit: t.activate },
  reset: { title: t.resetTitle, about: t.resetAbout, submit: t.reset },
}

/** Where the links of an invitation and of a forgotten password lead: a password is chosen under the eyes of its rules. */
export default function PasswordPage({ purpose }: { purpose: keyof typeof words }) {
  const { token, mail } = useSearch({ strict: false }) as { token?: string; mail?: string }
  const { title, about, submit } = words[purpose]
  const [typed, setTyped] = useState({ password: '', repeat: '' })
  const activate = useAction(sessions.activate)
  const navigate = useNavigate()

  if (!token || !mail)
    return (
      <Page title={title}>
        <div className={classes.notices}>
          <Notice tone="wrong">{t.brokenLink}</Notice>
        </div>
        <LinkButton to={paths.forgotPassword} look="plain" full>
          {t.forgotTitle}
        </LinkButton>
      </Page>
    )

  async function save(body: { token: string; email: string; password: string }) {
    await activate({ body })
    await navigate({ to: paths.inviteSuccess, search: { mail: body.email }, replace: true })
  }

  return (
    <Page title={title} about={<p className={classes.about}>{about}</p>}>
      <Form
        schema={Activation}
        initial={{ email: mail }}
        extra={{ token }}
        submit={submit}
        full
        onSubmit={save}
        refuse={() => (broken(typed).length > 0 ? { password: t.rulesUnmet } : {})}
        onProblems={problems => problems.password && toast.error(t.rulesUnmet)}
        onTyped={form => {
          const given = new FormData(form)
          setTyped({ password: String(given.get('password')), repeat: String(given.get('repeat')) })
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
    </Page>
  )
}
