import { useEffect, useRef } from 'react'
import { Code, type Secret, secondFactor } from '#contract/second-factor.ts'
import { useCarriedState } from '../../browser/carriedState.ts'
import { CallFailed, call } from '../../data/api.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Form } from '../../ui/form/Form.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { devices } from '../session/devices.ts'
import { CodeField } from './CodeField.tsx'
import { Enrol } from './Enrol.tsx'
import { secondFactorMessages as t } from './messages.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondStep.module.css'

/** What the password was answered with, and whose it was. Whose second factor is yet to be set up, `secret` is its secret. */
export type AfterPassword = { pass: string; email: string; secret: Secret | null }
type Entered = { token: string; language: 'tr' | 'en'; device: string }
/** Set up, and signed in with. */
type Done = Entered & { codes: readonly string[] }
type Props = { after: AfterPassword; onEntered: (entered: Entered) => Promise<unknown>; onAgain: () => void }

/** Begins what comes after the password. @throws CallFailed */
export async function afterPassword(next: 'code' | 'enrol', pass: string, email: string): Promise<AfterPassword> {
  return { pass, email, secret: next === 'enrol' ? await call(secondFactor.beginAtSignIn, { body: { pass } }) : null }
}

/** What comes after the password: a code, or the way to one where the vendor requires it. */
export function SecondStep({ after, onEntered, onAgain }: Props) {
  const { pass, secret } = after
  const [isOn, setOn] = useCarriedState('after-password:on', false)
  const [done, setDone] = useCarriedState<Done | null>('after-password:done', null)
  if (done)
    return (
      <Page title={t.codesTitle}>
        <RecoveryCodes codes={done.codes} email={after.email} titled onKept={() => onEntered(done)} />
      </Page>
    )
  return (
    <>
      {secret && !isOn ? (
        <FirstTime pass={pass} secret={secret} onDone={setDone} onAlready={() => setOn(true)} />
      ) : (
        <ByCode pass={pass} unseen={isOn} onEntered={onEntered} />
      )}
      <p className={classes.after}>
        <Button look="quiet" onClick={onAgain}>
          {t.again}
        </Button>
      </p>
    </>
  )
}

/** `unseen`: it was on already when it was confirmed, and the answer that told its recovery codes may have been lost. */
type ByCodeProps = Pick<Props, 'onEntered'> & { pass: string; unseen: boolean }

function ByCode({ pass, unseen, onEntered }: ByCodeProps) {
  const enter = useRouteMutationInPlace(secondFactor.enter)
  const field = useRef<HTMLInputElement>(null)
  const [recovery, setRecovery] = useCarriedState('after-password:recovery', false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => field.current?.focus(), [recovery])
  return (
    <Page title={t.stepTitle} about={<p className={classes.about}>{recovery ? t.recoveryAbout : t.stepAbout}</p>}>
      {unseen && (
        <div className={classes.unseen}>
          <Notice tone="idle">{t.unseenAtSignIn}</Notice>
        </div>
      )}
      <Form
        key={String(recovery)} // what was wrong with the one says nothing of the other
        schema={Code}
        submit={t.signIn}
        full
        onSubmit={async ({ code }) => onEntered(await enter({ body: { pass, code, devices: devices.known() } }))}
      >
        <CodeField ref={field} label={recovery ? t.recoveryCode : t.code} letters={recovery} />
      </Form>
      <p className={classes.after}>
        <Button look="quiet" onClick={() => setRecovery(!recovery)}>
          {recovery ? t.useApp : t.useRecovery}
        </Button>
      </p>
    </Page>
  )
}

type FirstTimeProps = { pass: string; secret: Secret; onDone: (done: Done) => void; onAlready: () => void }

function FirstTime({ pass, secret, onDone, onAlready }: FirstTimeProps) {
  const confirm = useRouteMutationInPlace(secondFactor.confirmAtSignIn)

  async function confirmBy({ code }: { code: string }) {
    try {
      onDone(await confirm({ body: { pass, code, devices: devices.known() } }))
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 409) throw error
      toast.success(t.turnedOn)
      onAlready()
    }
  }

  return (
    <Page title={t.turnOn} about={<p className={classes.about}>{t.enrolAbout}</p>}>
      <Enrol secret={secret} full onConfirm={confirmBy} />
    </Page>
  )
}
