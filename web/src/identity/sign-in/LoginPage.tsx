import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useLayoutEffect, useState } from 'react'
import type { sessions } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import type { Language } from '#contract/text/messages.ts'
import { localStore } from '../../browser/localStore.ts'
import { CallError, hasStatus } from '../../data/api.ts'
import { portalQuery } from '../../data/portal.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { ownPath } from '../../navigation/ownPath.ts'
import { Form } from '../../ui/form/Form.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { EmailField } from '../../ui/form/TextField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import type { PendingSignIn } from '../second-factor/SecondStep.tsx'
import { deviceTokens } from '../session/devices.ts'
import { syncLanguage } from '../session/ownLanguage.ts'
import { hasAddress, landingPath, startLocalSession } from '../session/session.ts'
import { readEarlyForm, takeOverEarlyForm } from './earlyForm.ts'
import classes from './forms.module.css'
import { KeepSignedIn } from './KeepSignedIn.tsx'
import { OtherSession } from './OtherSession.tsx'
import { loadCredentials, usePreloadedSchemas } from './schemas.ts'

// Few users need it, so the others do not load it.
const loadSecondStep = () =>
  import('../second-factor/SecondStep.tsx').catch(() => {
    throw new CallError(0)
  })
const SecondStep = lazy(async () => ({ default: (await loadSecondStep()).SecondStep }))

/** The toast says that the credentials are wrong, for three
 * seconds; the form says what to do, and for longer. */
function toFormError(error: unknown): never {
  if (!hasStatus(error, 401)) throw error
  throw new CallError(401, {
    name: error.name,
    errors: [
      {
        path: 'password',
        get msg() {
          return t.checkBoth
        },
      },
    ],
  })
}

export default function LoginPage() {
  const { from, ended, mail } = useSearch({ strict: false })
  const { me } = useRouteContext({ strict: false })
  const navigate = useNavigate()
  const portal = useQuery(portalQuery)
  const [demo, setDemo] = useState<{ email: string; password: string } | null>(null)
  const [early] = useState(readEarlyForm)
  const [isStarted, setStarted] = useState(early.isStarted)
  // An expired session may be another user's, and a user who has begun to type is not interrupted.
  const offered = ended || mail || isStarted ? undefined : portal.data?.demo
  if (!demo && offered) setDemo(offered)
  const login = useRouteMutation<typeof sessions.login>({ method: 'POST', path: '/user/login' })
  usePreloadedSchemas()
  useLayoutEffect(takeOverEarlyForm, [])
  const [isStorageAvailable] = useState(localStore.isAvailable)
  const [pending, setPending] = useState<PendingSignIn | null>(null)
  const [keep, setKeep] = useState(false)

  async function signIn(credentials: { email: string; password: string }) {
    const { next, token, language, device } = await login({
      body: { ...credentials, devices: deviceTokens.list(), keep },
    }).catch(toFormError)
    if (!next) return completeSignIn({ token, language, device: device ?? '' })
    const { beginSecondStep } = await loadSecondStep()
    setPending(await beginSecondStep(next, token, credentials.email))
  }

  async function completeSignIn({
    token,
    language,
    device,
  }: {
    token: string
    language: Language
    device: string
  }) {
    deviceTokens.add(device)
    const me = await startLocalSession(token)
    const to = ownPath(from) ?? landingPath(me)
    await syncLanguage(language)
    await navigate({ to, replace: true })
  }

  if (pending)
    return (
      <Suspense fallback={<Skeleton lines={3} height={44} gap={16} />}>
        <SecondStep
          pending={pending}
          onSignedIn={completeSignIn}
          onRestart={() => setPending(null)}
        />
      </Suspense>
    )

  if (hasStatus(portal.error, 404))
    return (
      <Page title={t.noPortal}>
        <div className={classes.notices} role="alert">
          <Notice tone="wrong">{portal.error.message}</Notice>
        </div>
        <p className={classes.about}>{t.checkAddress}</p>
      </Page>
    )

  return (
    <Page title={t.signIn} about={t.signInAbout}>
      <div className={classes.notices}>
        {ended && <Notice tone="idle">{t.sessionEnded}</Notice>}
        {!isStorageAvailable && <Notice tone="idle">{t.noStorage}</Notice>}
        <OtherSession isFor={me => hasAddress(me, mail)}>
          <p>{t.otherSessionAtSignIn}</p>
          {me && <Link to={landingPath(me)}>{t.keepSession}</Link>}
        </OtherSession>
      </div>
      <Form
        schema={loadCredentials}
        initial={demo ?? { email: early.email ?? mail }}
        submit={t.signIn}
        full
        onFocus={() => setStarted(true)}
        onSubmit={signIn}
      >
        <EmailField
          name="email"
          label={t.email}
          autoComplete="username"
          required
          // with a caret that can be set, and translated by no browser
          {...(early.isStarted && { type: 'text' })}
        />
        <PasswordField
          name="password"
          label={t.password}
          autoComplete="current-password"
          required
        />
        {isStorageAvailable && <KeepSignedIn isChosen={keep} onChange={setKeep} />}
      </Form>
      <p className={classes.after}>
        <Link to={paths.forgotPassword} search={{ mail }}>
          {t.forgot}
        </Link>
      </p>
      {/* below the form, which stays where it was */}
      {demo && (
        <div className={classes.demo}>
          <Notice tone="idle">{t.demo}</Notice>
        </div>
      )}
    </Page>
  )
}
