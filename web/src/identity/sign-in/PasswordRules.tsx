import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import type { PasswordWeakness } from '#contract/identity.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import classes from './PasswordRules.module.css'
import { inputRules, type PasswordInput } from './passwords.ts'

const order = ['long', 'number', 'capital', 'match'] as const

type Props = { id: string; typed: PasswordInput; weakness: PasswordWeakness | null }

/** The rules with their state, and one more where the server finds the password weak. */
export const PasswordRules = ({ id, typed, weakness }: Props) => (
  <ul id={id} className={classes.rules} aria-label={t.rules}>
    {order.map(rule => (
      <Rule key={rule} text={t[rule]} isMet={inputRules[rule](typed)} />
    ))}
    {weakness && <Rule text={t[weakness]} isMet={false} />}
  </ul>
)

const Rule = ({ text, isMet }: { text: string; isMet: boolean }) => (
  <li data-met={isMet || undefined}>
    {isMet ? <IconCircleCheckFilled aria-hidden /> : <IconCircle aria-hidden />}
    <span>
      <span>{text}</span>
      <span className="sr-only">{`: ${isMet ? t.met : t.unmet}`}</span>
    </span>
  </li>
)
