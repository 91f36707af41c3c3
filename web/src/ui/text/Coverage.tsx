import { IconShieldCheck, IconShieldExclamation, IconShieldOff } from '@tabler/icons-react'
import { uiMessages as t } from '../../messages/current.ts'
import { Tag } from '../controls/Tag.tsx'
import { coverageState, dayOf, daysBetween, formatDay } from './format.ts'
import { useNow } from './useNow.ts'

const tones = { valid: 'good', soon: 'soon', ended: 'wrong' } as const
const icons = { valid: IconShieldCheck, soon: IconShieldExclamation, ended: IconShieldOff }

/** `what` names the coverage where the context does not; `none` is said in place of "no end". */
type Props = { what?: string; none?: string; until: string | null }

/** Whether a coverage is valid, ends within thirty days, or has ended. */
export function Coverage({ what, none, until }: Props) {
  const today = dayOf(useNow())
  const label = (text: string) =>
    what ? `${what}: ${text}` : text.charAt(0).toLocaleUpperCase() + text.slice(1)
  if (until === null) return <Tag tone="idle">{none ?? label(t.noEnd)}</Tag>

  const state = coverageState(until, today)
  const Icon = icons[state]
  const text = {
    valid: t.valid(formatDay(until)),
    soon: t.endsSoon(daysBetween(today, until), formatDay(until)),
    ended: t.ended(formatDay(until)),
  }[state]
  return (
    <Tag tone={tones[state]}>
      <Icon aria-hidden />
      <span>{label(text)}</span>
    </Tag>
  )
}
