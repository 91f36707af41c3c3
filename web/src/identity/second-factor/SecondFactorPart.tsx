import { IconKey, IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Password, PasswordAndCode, type Secret, secondFactor } from '#contract/second-factor.ts'
import { CallError } from '../../data/api.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { secondFactorMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { FormDialog } from '../../ui/form/FormDialog.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Failed } from '../../ui/layout/Failed.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Part } from '../../ui/layout/Part.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { useMe } from '../session/session.ts'
import { CodeField } from './CodeField.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorPart.module.css'

const Enrol = lazy(async () => ({ default: (await import('./Enrol.tsx')).Enrol }))

/** The user's own second factor: its state, enrolment, new recovery codes, and turning it off. */
export function SecondFactorPart() {
  const { email } = useMe()
  const { data, error, refetch } = useRouteQuery(secondFactor.status)
  const begin = useRouteMutationInPlace(secondFactor.begin)
  const confirm = useRouteMutationInPlace(secondFactor.confirm, t.turnedOn)
  const renew = useRouteMutationInPlace(secondFactor.renewCodes)
  const turnOff = useRouteMutationInPlace(secondFactor.turnOff)
  const [dialog, setDialog] = useState<'begin' | 'renew' | 'turnOff' | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  /** It was already on when the user confirmed: the response with the recovery codes may have been lost. */
  const [hasUnseenCodes, setHasUnseenCodes] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setDialog(null)

  async function confirmCode(body: { code: string }) {
    try {
      const { codes } = await confirm({ body })
      setCodes(codes)
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 409) throw error
      if ((await refetch()).data?.on) {
        toast.success(t.turnedOn)
        setHasUnseenCodes(true)
      }
    }
    setSecret(null)
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
          <Enrol secret={secret} onConfirm={confirmCode} onCancel={cancel} />
        </Suspense>
      )
    if (!data) return error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={1} height={36} />
    if (!data.on)
      return (
        <Button ref={opener} icon={<IconShieldLock aria-hidden />} onClick={() => setDialog('begin')}>
          {t.turnOn}
        </Button>
      )
    return (
      <>
        {hasUnseenCodes && <UnseenCodesNotice />}
        <p className={classes.facts}>
          {t.codesLeft(data.codesLeft)}. {data.codesLeft < 3 && t.fewCodes} {data.required && t.requiredHere}
        </p>
        <div className={classes.actions}>
          <Button variant="plain" icon={<IconKey aria-hidden />} onClick={() => setDialog('renew')}>
            {t.renew}
          </Button>
          {!data.required && (
            <Button variant="plain" icon={<IconShieldOff aria-hidden />} onClick={() => setDialog('turnOff')}>
              {t.turnOff}
            </Button>
          )}
        </div>
      </>
    )
  }

  return (
    <Part title={t.title} aside={data && <Tag tone={data.on ? 'good' : 'idle'}>{data.on ? t.on : t.off}</Tag>}>
      <p className={classes.about}>{t.about}</p>
      {renderContent()}
      <FormDialog
        opened={dialog === 'begin'}
        onClose={close}
        title={t.turnOn}
        schema={Password}
        submit={t.goOn}
        onSubmit={async body => setSecret(await begin({ body }))}
      >
        <p>{t.othersEnd}</p>
        <PasswordField name="password" label={t.passwordAgain} hint={t.passwordWhy} autoComplete="current-password" required />
      </FormDialog>
      <FormDialog
        opened={dialog === 'renew' || dialog === 'turnOff'}
        onClose={close}
        title={dialog === 'renew' ? t.renew : t.turnOff}
        schema={PasswordAndCode}
        submit={dialog === 'renew' ? t.renew : t.turnOff}
        onSubmit={async body => {
          if (dialog === 'renew') setCodes((await renew({ body })).codes)
          else toast.success((await turnOff({ body })).message)
          setHasUnseenCodes(false)
        }}
      >
        {dialog === 'renew' && <p>{t.renewAbout}</p>}
        <PasswordField name="password" label={t.passwordAgain} autoComplete="current-password" required />
        <CodeField label={t.code} hint={t.anyCode} letters />
      </FormDialog>
    </Part>
  )
}

/** Takes the place of an enrolment that ended without recovery codes. */
function UnseenCodesNotice() {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} className={classes.notice}>
      <Notice tone="idle">{t.unseenCodes}</Notice>
    </div>
  )
}
