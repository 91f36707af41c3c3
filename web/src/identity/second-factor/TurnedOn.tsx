import { IconKey, IconShieldOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { PasswordAndCode, secondFactor } from '#contract/identity.ts'
import type { Output } from '#contract/route.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import { secondFactorMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { CodeField } from './CodeField.tsx'
import classes from './SecondFactorSection.module.css'

type Props = {
  status: Output<typeof secondFactor.status>
  hasUnseenCodes: boolean
  /** Receives the new recovery codes, or null where it was turned off. */
  onChange: (codes: readonly string[] | null) => void
}

export function TurnedOn({ status: { codesLeft, required }, hasUnseenCodes, onChange }: Props) {
  const renew = useRouteMutationInPlace(secondFactor.renewCodes)
  const turnOff = useRouteMutationInPlace(secondFactor.turnOff, ({ message }) => message)
  const renewing = useDialog()
  const turningOff = useDialog()
  const facts = [
    `${t.codesLeft(codesLeft)}.`,
    codesLeft < 3 && t.fewCodes,
    required && t.requiredHere,
  ]
  const fields = (
    <>
      <PasswordField
        name="password"
        label={t.passwordAgain}
        autoComplete="current-password"
        required
      />
      <CodeField label={t.code} hint={t.anyCode} letters />
    </>
  )
  return (
    <>
      {hasUnseenCodes && <UnseenCodesNotice />}
      <p className={classes.facts}>{facts.filter(Boolean).join(' ')}</p>
      <div className={classes.actions}>
        <Button variant="plain" icon={IconKey} onClick={() => renewing.open()}>
          {t.renew}
        </Button>
        {!required && (
          <Button variant="plain" icon={IconShieldOff} onClick={() => turningOff.open()}>
            {t.turnOff}
          </Button>
        )}
      </div>
      <FormDialog
        dialog={renewing}
        title={t.renew}
        schema={PasswordAndCode}
        submit={t.renew}
        onSubmit={async body => onChange((await renew({ body })).codes)}
      >
        <p>{t.renewAbout}</p>
        {fields}
      </FormDialog>
      <FormDialog
        dialog={turningOff}
        title={t.turnOff}
        schema={PasswordAndCode}
        submit={t.turnOff}
        onSubmit={body => turnOff({ body }).then(() => onChange(null))}
      >
        {fields}
      </FormDialog>
    </>
  )
}

function UnseenCodesNotice() {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  return (
    <div ref={container} tabIndex={-1} className={classes.notice}>
      <Notice tone="idle">{t.unseenCodes}</Notice>
    </div>
  )
}
