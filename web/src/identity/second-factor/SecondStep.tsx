import { useEffect, useRef, useState } from 'react'
import { Code, type Secret, secondFactor } from '#contract/identity.ts'
import { call } from '../../data/api.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { secondFactorMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { deviceTokens } from '../session/devices.ts'
import { CodeField } from './CodeField.tsx'
import { Enrol } from './Enrol.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondStep.module.css'

/** A sign-in after the password step, which `pass` proves. `secret`
 * is that of a second factor the user has yet to set up. */
export type PendingSignIn = { pass: string; email: string; secret: Secret | null }
type SignInResult = { token: string; language: 'tr' | 'en'; device: string }
type EnrolmentResult = SignInResult & { codes: readonly string[] }
type Props = {
  pending: PendingSignIn
  onSignedIn: (result: SignInResult) => Promise<unknown>
  onRestart: () => void
}

export async function beginSecondStep(
  next: 'code' | 'enrol',
  pass: string,
  email: string,
): Promise<PendingSignIn> {
  return {
    pass,
    email,
    secret: next === 'enrol' ? await call(secondFactor.beginAtSignIn, { body: { pass } }) : null,
  }
}

export function SecondStep({ pending, onSignedIn, onRestart }: Props) {
  const { pass, secret } = pending
  const [isOn, setOn] = useState(false)
  const [done, setDone] = useState<EnrolmentResult | null>(null)

  function handleAlreadyOn() {
    toast.success(t.turnedOn)
    setOn(true)
  }

  if (done)
    return (
      <Page title={t.codesTitle}>
        <RecoveryCodes
          codes={done.codes}
          email={pending.email}
          isTitled
          onSaved={() => onSignedIn(done)}
        />
      </Page>
    )
  return (
    <div data-unsaved>
      {secret && !isOn ? (
        <EnrolmentStep pass={pass} secret={secret} onDone={setDone} onAlreadyOn={handleAlreadyOn} />
      ) : (
        <CodeStep pass={pass} hasUnseenCodes={isOn} onSignedIn={onSignedIn} />
      )}
      <p className={classes.after}>
        <Button variant="quiet" onClick={onRestart}>
          {t.again}
        </Button>
      </p>
    </div>
  )
}

/** `hasUnseenCodes`: it was already on when the user confirmed;
 * the response with the recovery codes may have been lost. */
type CodeStepProps = Pick<Props, 'onSignedIn'> & { pass: string; hasUnseenCodes: boolean }

function CodeStep({ pass, hasUnseenCodes, onSignedIn }: CodeStepProps) {
  const enter = useRouteMutationInPlace(secondFactor.enter)
  const field = useRef<HTMLInputElement>(null)
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => field.current?.focus(), [usesRecoveryCode])
  return (
    <Page title={t.stepTitle} about={usesRecoveryCode ? t.recoveryAbout : t.stepAbout}>
      {hasUnseenCodes && (
        <div className={classes.notice}>
          <Notice tone="idle">{t.unseenAtSignIn}</Notice>
        </div>
      )}
      <Form
        key={String(usesRecoveryCode)} // discards the errors of the other field
        schema={Code}
        submit={t.signIn}
        full
        onSubmit={async ({ code }) =>
          onSignedIn(await enter({ body: { pass, code, devices: deviceTokens.list() } }))
        }
      >
        <CodeField
          ref={field}
          label={usesRecoveryCode ? t.recoveryCode : t.code}
          letters={usesRecoveryCode}
        />
      </Form>
      <p className={classes.after}>
        <Button variant="quiet" onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}>
          {usesRecoveryCode ? t.useApp : t.useRecovery}
        </Button>
      </p>
    </Page>
  )
}

type EnrolmentStepProps = {
  pass: string
  secret: Secret
  onDone: (done: EnrolmentResult) => void
  onAlreadyOn: () => void
}

function EnrolmentStep({ pass, secret, onDone, onAlreadyOn }: EnrolmentStepProps) {
  const confirm = useRouteMutationInPlace(secondFactor.confirmAtSignIn)

  const confirmCode = async ({ code }: { code: string }) =>
    onDone(await confirm({ body: { pass, code, devices: deviceTokens.list() } }))

  return (
    <Page title={t.turnOn} about={t.enrolAbout}>
      <Enrol secret={secret} full onConfirm={confirmCode} onAlreadyOn={onAlreadyOn} />
    </Page>
  )
}
