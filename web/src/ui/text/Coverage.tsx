import { IconShieldCheck, IconShieldExclamation, IconShieldOff } from '@tabler/icons-react'
import { uiMessages as t } from '../../messages/current.ts'
import { Tag } from '../controls/Tag.tsx'
import classes from './Coverage.module.css'
import { coverageState, dayOf, daysBetween, formatDay, formatDayInText } from './format.ts'
import { useNow } from './useNow.ts'

const tones = { valid: 'good', soon: 'soon', ended: 'wrong' } as const
const icons = { valid: IconShieldCheck, soon: IconShieldExclamation, ended: IconShieldOff }

type Props = {
  /** Names the coverage where the context does not. */
  what?: string
  /** Is said in place of "no end". */
  none?: string
  until: string | null
  /** The day has the form of tables. */
  isInTable?: boolean
}
const labelOf = (text: string, what?: string) =>
  what ? `${what}: ${text}` : text.charAt(0).toLocaleUpperCase() + text.slice(1)
const textOf = (until: string, today: string, day = formatDayInText(until)) =>
  ({
    valid: t.valid(day),
    soon: t.endsSoon(daysBetween(today, until), day),
    ended: t.ended(day),
  })[coverageState(until, today)]

/** Whether a coverage is valid, ends within thirty days, or has ended. */
export function Coverage({ what, none, until, isInTable = false }: Props) {
  const today = dayOf(useNow())
  if (until === null) return <Tag tone="idle">{none ?? labelOf(t.noEnd, what)}</Tag>

  const state = coverageState(until, today)
  const Icon = icons[state]
  return (
    <Tag tone={tones[state]}>
      <Icon aria-hidden />
      <span>{labelOf(textOf(until, today, isInTable ? formatDay(until) : undefined), what)}</span>
    </Tag>
  )
}

type DotProps = Pick<Props, 'none' | 'until'> & {
  /** The days left are said of a valid one too. */
  isCounted?: boolean
  /** The day is said too. */
  isDated?: boolean
}

/** The same where rows are compared: a dot, with a short word where
 * the user is to act, and the whole of it for a screen reader. */
export function CoverageDot({ none = labelOf(t.noEnd), until, isCounted, isDated }: DotProps) {
  const today = dayOf(useNow())
  const state = until === null ? null : coverageState(until, today)
  const text = until === null ? none : labelOf(textOf(until, today))
  return (
    <span className={classes.coverage} data-state={state ?? 'none'} title={text}>
      <span className={classes.dot} />
      {until !== null && (state === 'soon' || (state === 'valid' && isCounted)) && (
        <span aria-hidden>{t.shortDays(daysBetween(today, until))}</span>
      )}
      {state === 'ended' && <span aria-hidden>{t.over}</span>}
      <span className="sr-only">{text}</span>
      {until !== null && isDated && <span aria-hidden>{formatDayInText(until)}</span>}
    </span>
  )
}
