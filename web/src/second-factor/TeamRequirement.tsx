import { IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { secondFactor } from '#contract/second-factor.ts'
import { useAction, useData } from '../queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { secondFactorMessages as t } from './messages.ts'

/** Whether the team must sign in in two steps, as a button that changes it. */
export function TeamRequirement() {
  const { data } = useData(secondFactor.requirement)
  const require = useAction(secondFactor.require, ({ message }) => message)
  const release = useAction(secondFactor.release, ({ message }) => message)
  if (!data) return null
  return data.required ? (
    <ConfirmButton
      icon={<IconShieldOff aria-hidden />}
      ask={t.askRelease}
      about={<p>{t.releaseAbout}</p>}
      yes={t.release}
      onYes={() => release({})}
    />
  ) : (
    <ConfirmButton
      icon={<IconShieldLock aria-hidden />}
      ask={t.askRequire}
      about={<p>{t.requireAbout}</p>}
      yes={t.require}
      onYes={() => require({})}
    />
  )
}
