import { IconKey, IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Password, PasswordAndCode, type Secret, secondFactor } from '#contract/second-factor.ts'
import { useCarriedState } from '../../browser/carriedState.ts'
import { CallFailed } from '../../data/api.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
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
import { secondFactorMessages as t } from './messages.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorPart.module.css'

const Enrol = lazy(async () => ({ default: (await import('./Enrol.tsx')).Enrol }))

/** The own second factor: whether there is one, the way to it, new recovery codes, and the way out. */
export function SecondFactorPart() {
  const { _id, email } = useMe()
  const own = `second-factor:${_id}`
  const { data, error, refetch } = useRouteQuery(secondFactor.status)
  const begin = useRouteMutationInPlace(secondFactor.begin)
  const confirm = useRouteMutationInPlace(secondFactor.confirm, t.turnedOn)
  const renew = useRouteMutationInPlace(secondFactor.renewCodes)
  const turnOff = useRouteMutationInPlace(secondFactor.turnOff)
  const [asked, ask] = useState<'begin' | 'renew' | 'turnOff' | null>(null)
  const [secret, setSecret] = useCarriedState<Secret | null>(`${own}:secret`, null)
  const [codes, setCodes] = useCarriedState<readonly string[] | null>(`${own}:codes`, null)
  /** It was on already when it was confirmed: the answer that told its recovery codes may have been lost. */
  const [unseen, setUnseen] = useCarriedState(`${own}:unseen`, false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => ask(null)

  async function confirmBy(body: { code: string }) {
    try {
      const { codes } = await confirm({ body })
      setCodes(codes)
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 409) throw error
      if ((await refetch()).data?.on) {
        toast.success(t.turnedOn)
        setUnseen(true)
      }
    }
    setSecret(null)
  }

  function cancel() {
    flushSync(() => setSecret(null))
    opener.current?.focus()
  }

  const show = () => {
    if (codes) return <RecoveryCodes codes={codes} email={email} onKept={() => setCodes(null)} />
    if (secret)
      return (
        <Suspense fallback={<Skeleton lines={3} height={56} />}>
          <Enrol secret={secret} onConfirm={confirmBy} onCancel={cancel} />
        </Suspense>
      )
    if (!data) return error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={1} height={36} />
    if (!data.on)
      return (
        <Button ref={opener} icon={<IconShieldLock aria-hidden />} onClick={() => ask('begin')}>
          {t.turnOn}
        </Button>
      )
    return (
      <>
        {unseen && <Unseen />}
        <p className={classes.facts}>
          {t.codesLeft(data.codesLeft)}. {data.codesLeft < 3 && t.fewCodes} {data.required && t.requiredHere}
        </p>
        <div className={classes.ways}>
          <Button look="plain" icon={<IconKey aria-hidden />} onClick={() => ask('renew')}>
            {t.renew}
          </Button>
          {!data.required && (
            <Button look="plain" icon={<IconShieldOff aria-hidden />} onClick={() => ask('turnOff')}>
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
      {show()}
      <FormDialog
        opened={asked === 'begin'}
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
        opened={asked === 'renew' || asked === 'turnOff'}
        onClose={close}
        title={asked === 'renew' ? t.renew : t.turnOff}
        schema={PasswordAndCode}
        submit={asked === 'renew' ? t.renew : t.turnOff}
        onSubmit={async body => {
          if (asked === 'renew') setCodes((await renew({ body })).codes)
          else toast.success((await turnOff({ body })).message)
          setUnseen(false)
        }}
      >
        {asked === 'renew' && <p>{t.renewAbout}</p>}
        <PasswordField name="password" label={t.passwordAgain} autoComplete="current-password" required />
        <CodeField label={t.code} hint={t.anyCode} letters />
      </FormDialog>
    </Part>
  )
}

/** Stands where the set-up was that has ended without recovery codes. */
function Unseen() {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <div ref={top} tabIndex={-1} className={classes.unseen}>
      <Notice tone="idle">{t.unseenCodes}</Notice>
    </div>
  )
}
