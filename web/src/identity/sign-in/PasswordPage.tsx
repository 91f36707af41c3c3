import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Activation, sessions } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { CallError, call, hasStatus, token as sessionToken } from '../../data/api.ts'
import { lastingData, useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { EmailField } from '../../ui/form/TextField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { deviceTokens } from '../session/devices.ts'
import { syncLanguage } from '../session/ownLanguage.ts'
import { endCurrentSession, hasAddress, startLocalSession } from '../session/session.ts'
import classes from './forms.module.css'
import { OtherSession } from './OtherSession.tsx'
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
  const [title, about] =
    purpose === 'activate' ? [t.activateTitle, t.activateAbout] : [t.resetTitle, t.resetAbout]
  const check = useRouteQuery(
    sessions.checkLink,
    { body: link },
    { ...linkQuery, enabled: isComplete },
  )
  const isEnded = hasStatus(check.error, 400) || check.data?.works === false

  return (
    <Page title={title} about={about}>
      <div className={classes.notices}>
        <OtherSession isFor={me => hasAddress(me, mail)}>
          {isComplete && !isEnded && <p>{t.otherSessionAtPassword}</p>}
        </OtherSession>
      </div>
      {!isComplete || isEnded ? (
        <NewPassword
          purpose={purpose}
          link={link}
          problem={isComplete ? t.linkEnded : t.linkMissing}
        />
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

type NewPasswordProps = { purpose: Purpose; link: ActivationLink; problem?: string }

/** `problem`: why the link does not work, shown until the server refuses it. */
function NewPassword({ purpose, link, problem }: NewPasswordProps) {
  const [typed, setTyped] = useState<PasswordInput>({ password: '', repeat: '' })
  const [refusal, setRefusal] = useState<CallError | null>(null)
  const activate = useRouteMutationInPlace(sessions.activate)
  const navigate = useNavigate()
  const weakness = useWeakness(link, typed.password, problem === undefined)
  const isLinkRefused = hasStatus(refusal, 400) && !isOfPassword(refusal)
  const notices = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLinkRefused) notices.current?.scrollIntoView({ block: 'nearest' })
  }, [isLinkRefused])
  const isRuleUnmet = () => findUnmetRules(typed).length > 0 || weakness !== null

  async function save({ password }: { password: string }) {
    setRefusal(null)
    try {
      const { device, message } = await activate({
        body: { ...link, password },
        bearer: link.token,
      })
      deviceTokens.add(device)
      // another user's, or one that the new password has ended
      if (sessionToken.read()) void endCurrentSession()
      const isSignedIn = await signIn({ email: link.email, password })
      await navigate({
        to: paths.inviteSuccess,
        search: { mail: link.email },
        state: { passwordSaved: isSignedIn ? t.savedAndSignedIn : message },
        replace: true,
      })
      if (purpose === 'activate') toast.success(t.registered)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setRefusal(error)
      if (isOfPassword(error)) throw error // marked at its field, too
    }
  }

  return (
    <>
      {(refusal || problem) && (
        <div
          key={String(refusal !== null)}
          ref={notices}
          className={classes.notices}
          role={refusal ? 'alert' : 'status'}
        >
          <Notice tone="wrong">
            <p>{refusal?.message ?? problem}</p>
            {(problem || isLinkRefused) && (
              <NextStep purpose={purpose} mail={link.email} isRefused={refusal !== null} />
            )}
          </Notice>
        </div>
      )}
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
        <EmailField name="email" label={t.email} autoComplete="username" readOnly />
        <PasswordField
          name="password"
          label={t.newPassword}
          autoComplete="new-password"
          aria-describedby="password-rules"
          required
        />
        <PasswordField
          name="repeat"
          label={t.repeatPassword}
          autoComplete="new-password"
          required
        />
        <PasswordRules id="password-rules" typed={typed} weakness={weakness} />
      </Form>
    </>
  )
}

/** Where a second step is due, or the call fails, the sign-in page asks as usual. */
async function signIn(credentials: { email: string; password: string }): Promise<boolean> {
  try {
    const body = { ...credentials, devices: deviceTokens.list() }
    const { next, token, language, device } = await call(sessions.login, { body })
    if (next) return false
    deviceTokens.add(device ?? '')
    await startLocalSession(token)
    await syncLanguage(language)
    return true
  } catch {
    return false
  }
}

const isOfPassword = ({ errors }: CallError) => errors.some(({ path }) => path === 'password')

const NextStep = ({
  purpose,
  mail,
  isRefused,
}: {
  purpose: Purpose
  mail: string
  isRefused: boolean
}) =>
  purpose === 'activate' ? (
    <>
      <p>{t.inviteNextStep}</p>
      <p>
        <Link to={paths.login} search={{ mail: mail || undefined }}>
          {t.signIn}
        </Link>
        <span>{' · '}</span>
        <Link to={paths.forgotPassword} search={{ mail: mail || undefined }}>
          {t.forgot}
        </Link>
      </p>
    </>
  ) : (
    <p>
      {!isRefused && <span>{`${t.resetNextStep} `}</span>}
      <Link to={paths.forgotPassword} search={{ mail: mail || undefined }}>
        {t.newLink}
      </Link>
    </p>
  )

/** What the server finds weak in a password, once it has not been typed in for half
 * a second; not with an ended link, as the server limits how many of these are tried. */
function useWeakness(link: ActivationLink, password: string, linkWorks: boolean) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(password), 500)
    return () => clearTimeout(timer)
  }, [password])
  const isChecked = linkWorks && password !== '' && settled === password
  const { data } = useRouteQuery(
    sessions.checkLink,
    { body: { ...link, password: settled } },
    { ...linkQuery, enabled: isChecked },
  )
  return isChecked ? (data?.weakness ?? null) : null
}
