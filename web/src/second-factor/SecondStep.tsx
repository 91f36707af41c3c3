import { useEffect, useRef, useState } from 'react'
import { Code, type Secret, secondFactor } from '#contract/second-factor.ts'
import { call } from '../api.ts'
import { useAction } from '../queries.ts'
import { devices } from '../sessions/devices.ts'
import { Button } from '../ui/Button.tsx'
import { Form } from '../ui/Form.tsx'
import { Page } from '../ui/Page.tsx'
import { CodeField } from './CodeField.tsx'
import { Enrol } from './Enrol.tsx'
import { secondFactorMessages as t } from './messages.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondStep.module.css'

type Entered = { token: string; language: 'tr' | 'en'; device: string }
type Props = {
  /** What the password was answered with. */
  pass: string
  /** Whose second factor is yet to be set up, this is its secret. */
  secret: Secret | null
  onEntered: (entered: Entered) => Promise<unknown>
  onAgain: () => void
}

/** What comes after the password: a code, or the way to one where the vendor requires it. @throws CallFailed */
export async function secondStep(next: 'code' | 'enrol', props: Omit<Props, 'secret'>) {
  const secret = next === 'enrol' ? await call(secondFactor.beginAtSignIn, { body: { pass: props.pass } }) : null
  return <SecondStep {...props} secret={secret} />
}

function SecondStep({ pass, secret, onEntered, onAgain }: Props) {
  return (
    <>
      {secret ? <FirstTime pass={pass} secret={secret} onEntered={onEntered} /> : <ByCode pass={pass} onEntered={onEntered} />}
      <p className={classes.after}>
        <Button look="quiet" onClick={onAgain}>
          {t.again}
        </Button>
      </p>
    </>
  )
}

function ByCode({ pass, onEntered }: Pick<Props, 'pass' | 'onEntered'>) {
  const enter = useAction(secondFactor.enter)
  const field = useRef<HTMLInputElement>(null)
  const [recovery, setRecovery] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => field.current?.focus(), [recovery])
  return (
    <Page title={t.stepTitle} about={<p className={classes.about}>{recovery ? t.recoveryAbout : t.stepAbout}</p>}>
      <Form
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

function FirstTime({ pass, secret, onEntered }: Pick<Props, 'pass' | 'onEntered'> & { secret: Secret }) {
  const confirm = useAction(secondFactor.confirmAtSignIn)
  const [done, setDone] = useState<(Entered & { codes: readonly string[] }) | null>(null)
  return (
    <Page title={done ? t.codesTitle : t.turnOn} about={!done && <p className={classes.about}>{t.enrolAbout}</p>}>
      {done ? (
        <RecoveryCodes codes={done.codes} onKept={() => onEntered(done)} />
      ) : (
        <Enrol
          secret={secret}
          full
          onConfirm={async ({ code }) => setDone(await confirm({ body: { pass, code, devices: devices.known() } }))}
        />
      )}
    </Page>
  )
}
