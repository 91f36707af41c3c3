import { IconShieldLock } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Password, type Secret, secondFactor } from '#contract/identity.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { secondFactorMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { useMe } from '../session/session.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorSection.module.css'
import { TurnedOn } from './TurnedOn.tsx'

const Enrol = lazy(async () => ({ default: (await import('./Enrol.tsx')).Enrol }))

export function SecondFactorSection() {
  const { email } = useMe()
  const status = useRouteQuery(secondFactor.status)
  const begin = useRouteMutationInPlace(secondFactor.begin)
  const confirm = useRouteMutationInPlace(secondFactor.confirm, t.turnedOn)
  const beginning = useDialog()
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  /** It was already on when the user confirmed: the response
   * with the recovery codes may have been lost. */
  const [hasUnseenCodes, setHasUnseenCodes] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  async function confirmCode(body: { code: string }) {
    setCodes((await confirm({ body })).codes)
    setSecret(null)
  }

  async function handleAlreadyOn() {
    if ((await status.refetch()).data?.on) {
      toast.success(t.turnedOn)
      setHasUnseenCodes(true)
    }
    setSecret(null)
  }

  function handleChange(newCodes: readonly string[] | null) {
    setCodes(newCodes)
    setHasUnseenCodes(false)
  }

  function cancel() {
    flushSync(() => setSecret(null))
    opener.current?.focus()
  }

  const renderContent = () => {
    if (codes) return <RecoveryCodes codes={codes} email={email} onSaved={() => setCodes(null)} />
    if (secret)
      return (
        <Suspense fallback={<Skeleton lines={3} height={56} />}>
          <Enrol
            secret={secret}
            onConfirm={confirmCode}
            onAlreadyOn={handleAlreadyOn}
            onCancel={cancel}
          />
        </Suspense>
      )
    return (
      <QueryBoundary query={status} skeleton={<Skeleton lines={1} height={36} />}>
        {status =>
          status.on ? (
            <TurnedOn status={status} hasUnseenCodes={hasUnseenCodes} onChange={handleChange} />
          ) : (
            <Button ref={opener} icon={IconShieldLock} onClick={() => beginning.open()}>
              {t.turnOn}
            </Button>
          )
        }
      </QueryBoundary>
    )
  }

  return (
    <Section
      title={t.title}
      aside={
        status.data && (
          <Tag tone={status.data.on ? 'good' : 'idle'}>{status.data.on ? t.on : t.off}</Tag>
        )
      }
    >
      <p className={classes.about}>{t.about}</p>
      {renderContent()}
      <FormDialog
        dialog={beginning}
        title={t.turnOn}
        schema={Password}
        submit={t.goOn}
        onSubmit={async body => setSecret(await begin({ body }))}
      >
        <p>{t.othersEnd}</p>
        <PasswordField
          name="password"
          label={t.passwordAgain}
          hint={t.passwordWhy}
          autoComplete="current-password"
          required
        />
      </FormDialog>
    </Section>
  )
}
