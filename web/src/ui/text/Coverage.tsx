import { IconShieldCheck, IconShieldExclamation, IconShieldOff } from '@tabler/icons-react'
import { Tag } from '../controls/Tag.tsx'
import { uiMessages as t } from '../messages.ts'
import { coverageState, dayOf, daysBetween, formatDay } from './format.ts'
import { useNow } from './useNow.ts'

const tones = { valid: 'good', soon: 'soon', ended: 'wrong' } as const
const icons = { valid: IconShieldCheck, soon: IconShieldExclamation, ended: IconShieldOff }

/** Whether a coverage is valid, ends within thirty days, or has ended. `what` names it where the context does not. */
export function Coverage({ what, until }: { what?: string; until: string | null }) {
  const today = dayOf(useNow())
  const label = (text: string) => (what ? `${what}: ${text}` : text.charAt(0).toLocaleUpperCase() + text.slice(1))
  if (until === null) return <Tag tone="idle">{label(t.noEnd)}</Tag>

  const state = coverageState(until, today)
  const Icon = icons[state]
  const words = {
    valid: t.valid(formatDay(until)),
    soon: t.endsSoon(daysBetween(today, until), formatDay(until)),
    ended: t.ended(formatDay(until)),
  }[state]
  return (
    <Tag tone={tones[state]}>
      <Icon aria-hidden />
      {label(words)}
    </Tag>
  )
}
