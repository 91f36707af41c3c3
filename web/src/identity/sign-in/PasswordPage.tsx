import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Activation, sessions } from '#contract/sessions.ts'
import { CallError, hasStatus } from '../../data/api.ts'
import { lastingData, useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { paths } from '../../navigation/paths.ts'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { TextField } from '../../ui/form/TextField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { deviceTokens } from '../session/devices.ts'
import classes from './forms.module.css'
import { PasswordRules } from './PasswordRules.tsx'
import { findUnmetRules, type PasswordInput } from './passwords.ts'

type Purpose = 'activate' | 'reset'
type ActivationLink = { token: string; email: string }

/** A link's answer does not change while the page is open, except by its use. */
const linkQuery = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, meta: lastingData }

export default function PasswordPage({ purpose }: { purpose: Purpose }) {
  const { token = '', mail = '' } = useSearch({ strict: false })
  const link = { token, email: mail }
  const isComplete = token !== '' && mail !== ''
  const [title, about] = purpose === 'activate' ? [t.activateTitle, t.activateAbout] : [t.resetTitle, t.resetAbout]
  const check = useRouteQuery(sessions.checkLink, { body: link }, { ...linkQuery, enabled: isComplete })
  const isEnded = hasStatus(check.error, 400) || check.data?.works === false

  return (
    <Page title={title} about={about}>
      {!isComplete || isEnded ? (
        <>
          <Unusable purpose={purpose} mail={mail} problem={isComplete ? t.linkEnded : t.linkMissing} />
          <NewPassword purpose={purpose} link={link} />
        </>
      ) : (
        <QueryBoundary query={check} skeleton={<Skeleton lines={4} height={44} gap={16} />}>
          {() => <NewPassword purpose={purpose} link={link} />}
        </QueryBoundary>
      )}
      <p className={classes.after}>
        <Link to={paths.login} search={{ mail: mail || undefined }}>
          {t.backToSignIn}
        </Link>
      </p>
    </Page>
  )
}

/** A link that no longer works: shown before a password is chosen, with the next step. */
const Unusable = ({ purpose, mail, problem }: { purpose: Purpose; mail: string; problem: string }) => (
  <div className={classes.notices} role="status">
    <Notice tone="wrong">
      <p>{problem}</p>
      {purpose === 'activate' ? (
        <p>{t.inviteNextStep}</p>
      ) : (
        <p>
          {t.resetNextStep}{' '}
          <Link to={paths.forgotPassword} search={{ mail: mail || undefined }}>
            {t.newLink}
          </Link>
        </p>
      )}
    </Notice>
  </div>
)

function NewPassword({ purpose, link }: { purpose: Purpose; link: ActivationLink }) {
  const [typed, setTyped] = useState<PasswordInput>({ password: '', repeat: '' })
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const activate = useRouteMutationInPlace(sessions.activate)
  const navigate = useNavigate()
  const weakness = useWeakness(link, typed.password)
  const isRuleUnmet = () => findUnmetRules(typed).length > 0 || weakness !== null

  async function save({ password }: { password: string }) {
    setRefusal(null)
    try {
      const { device, message } = await activate({ body: { ...link, password }, bearer: link.token })
      deviceTokens.add(device)
      if (purpose === 'activate') toast.success(t.registered)
      await navigate({ to: paths.inviteSuccess, search: { mail: link.email }, state: { passwordSaved: message }, replace: true })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error)
      if (error.errors.some(({ path }) => path === 'password')) throw error // marked at its field, too
    }
  }

  return (
    <>
      <div className={classes.notices} role="alert">
        {refusal && <Notice tone="wrong">{refusal.message}</Notice>}
      </div>
      <Form
        schema={Activation}
        initial={{ email: link.email }}
        extra={link}
        submit={purpose === 'activate' ? t.activate : t.reset}
        full
        onSubmit={save}
        validate={() => (isRuleUnmet() ? { password: () => t.rulesUnmet } : {})}
        onProblems={() => isRuleUnmet() && toast.error(t.rulesUnmet)}
        onFormInput={form => {
          const data = new FormData(form)
          setTyped({ password: String(data.get('password')), repeat: String(data.get('repeat')) })
        }}
      >
        <TextField name="email" label={t.email} type="email" autoComplete="username" readOnly />
        <PasswordField name="password" label={t.newPassword} autoComplete="new-password" aria-describedby="password-rules" required />
        <PasswordField name="repeat" label={t.repeatPassword} autoComplete="new-password" required />
        <PasswordRules id="password-rules" typed={typed} weakness={weakness} />
      </Form>
    </>
  )
}

/** What the server finds weak in a password that keeps the rules, once it has not been typed in for half a second. */
function useWeakness(link: ActivationLink, password: string) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(password), 500)
    return () => clearTimeout(timer)
  }, [password])
  const isWorth = settled === password && !findUnmetRules({ password, repeat: password }).length
  const { data } = useRouteQuery(sessions.checkLink, { body: { ...link, password: settled } }, { ...linkQuery, enabled: isWorth })
  return isWorth ? (data?.weakness ?? null) : null
}
