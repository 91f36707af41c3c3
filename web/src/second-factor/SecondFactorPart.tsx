import { IconKey, IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Password, PasswordAndCode, type Secret, secondFactor } from '#contract/second-factor.ts'
import { useAction, useData } from '../queries.ts'
import { Button } from '../ui/Button.tsx'
import { Failed } from '../ui/Failed.tsx'
import { FormDialog } from '../ui/FormDialog.tsx'
import { PasswordField } from '../ui/fields/PasswordField.tsx'
import { Part } from '../ui/Part.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { toast } from '../ui/toasts.ts'
import { CodeField } from './CodeField.tsx'
import { secondFactorMessages as t } from './messages.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorPart.module.css'

const Enrol = lazy(async () => ({ default: (await import('./Enrol.tsx')).Enrol }))

/** The own second factor: whether there is one, the way to it, new recovery codes, and the way out. */
export function SecondFactorPart() {
  const { data, error, refetch } = useData(secondFactor.status)
  const begin = useAction(secondFactor.begin)
  const confirm = useAction(secondFactor.confirm, t.turnedOn)
  const renew = useAction(secondFactor.renewCodes)
  const turnOff = useAction(secondFactor.turnOff)
  const [asked, ask] = useState<'begin' | 'renew' | 'turnOff' | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => ask(null)

  async function confirmBy(body: { code: string }) {
    const { codes } = await confirm({ body })
    setSecret(null)
    setCodes(codes)
  }

  const show = () => {
    if (codes) return <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
    if (secret)
      return (
        <Suspense fallback={<Skeleton lines={3} height={56} />}>
          <Enrol secret={secret} onConfirm={confirmBy} />
        </Suspense>
      )
    if (!data) return error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={1} height={36} />
    if (!data.on)
      return (
        <Button icon={<IconShieldLock aria-hidden />} onClick={() => ask('begin')}>
          {t.turnOn}
        </Button>
      )
    return (
      <>
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
        }}
      >
        {asked === 'renew' && <p>{t.renewAbout}</p>}
        <PasswordField name="password" label={t.passwordAgain} autoComplete="current-password" required />
        <CodeField label={t.code} hint={t.anyCode} letters />
      </FormDialog>
    </Part>
  )
}
