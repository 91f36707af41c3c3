import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Language } from '#contract/messages.ts'
import { Credentials, sessions } from '#contract/sessions.ts'
import { CallFailed } from '../api.ts'
import { ownPath } from '../ownPath.ts'
import { paths } from '../paths.ts'
import { usePortal } from '../portal.ts'
import { useAction } from '../queries.ts'
import { Form } from '../ui/Form.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Page } from '../ui/Page.tsx'
import { devices } from './devices.ts'
import classes from './forms.module.css'
import { sessionMessages as t } from './messages.ts'
import { settleLanguage } from './ownLanguage.ts'
import { begin, landing } from './session.ts'

export default function LoginPage() {
  const { from, ended, mail } = useSearch({ strict: false }) as { from?: string; ended?: string; mail?: string }
  const navigate = useNavigate()
  const demo = usePortal()?.demo
  const login = useAction(sessions.login)
  const [second, setSecond] = useState<ReactNode>(null)
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!demo || mail || email.current?.value || password.current?.value) return
    if (email.current) email.current.value = demo.email
    if (password.current) password.current.value = demo.password
  }, [demo, mail])

  async function enter(credentials: { email: string; password: string }) {
    const { next, token, language, device } = await login({ body: { ...credentials, devices: devices.known() } })
    if (!next) return entered({ token, language, device: device ?? '' })
    // Few need it, so nobody else loads it.
    const { secondStep } = await import('../second-factor/SecondStep.tsx').catch(() => {
      throw new CallFailed(0)
    })
    setSecond(await secondStep(next, { pass: token, onEntered: entered, onAgain: () => setSecond(null) }))
  }

  async function entered({ token, language, device }: { token: string; language: Language; device: string }) {
    devices.keep(device)
    const me = await begin(token)
    const to = ownPath(from) ?? landing(me)
    if (await settleLanguage(language)) location.replace(to)
    else await navigate({ to, replace: true })
  }

  if (second) return second

  return (
    <Page title={t.signIn} about={<p className={classes.about}>{t.signInAbout}</p>}>
      <div className={classes.notices}>
        {ended && <Notice tone="idle">{t.sessionEnded}</Notice>}
        {demo && !ended && <Notice tone="idle">{t.demo}</Notice>}
      </div>
      <Form schema={Credentials} initial={{ email: mail }} submit={t.signIn} full onSubmit={enter}>
        <TextField
          ref={email}
          name="email"
          label={t.email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <PasswordField ref={password} name="password" label={t.password} autoComplete="current-password" required />
      </Form>
      <p className={classes.after}>
        <Link to={paths.forgotPassword}>{t.forgot}</Link>
      </p>
    </Page>
  )
}
