import { IconShieldCheck, IconShieldExclamation, IconShieldOff } from '@tabler/icons-react'
import { Tag } from '../controls/Tag.tsx'
import { uiMessages as t } from '../messages.ts'
import { coverage, day, dayOf, daysBetween } from './format.ts'
import { useNow } from './useNow.ts'

const tones = { valid: 'good', soon: 'soon', ended: 'wrong' } as const
const icons = { valid: IconShieldCheck, soon: IconShieldExclamation, ended: IconShieldOff }

/** What a day of ending means today: valid, ends within thirty days, ended. `what` names it where that is not plain. */
export function Coverage({ what, until }: { what?: string; until: string | null }) {
  const today = dayOf(useNow())
  const named = (words: string) => (what ? `${what}: ${words}` : words.charAt(0).toLocaleUpperCase() + words.slice(1))
  if (until === null) return <Tag tone="idle">{named(t.noEnd)}</Tag>

  const state = coverage(until, today)
  const Icon = icons[state]
  const words = { valid: t.valid(day(until)), soon: t.endsSoon(daysBetween(today, until), day(until)), ended: t.ended(day(until)) }[state]
  return (
    <Tag tone={tones[state]}>
      <Icon aria-hidden />
      {named(words)}
    </Tag>
  )
}
