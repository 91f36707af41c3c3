import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { sessionMessages as t } from '../../messages/current.ts'
import classes from './PasswordRules.module.css'
import { inputRules, type PasswordInput } from './passwords.ts'

const order = ['long', 'number', 'capital', 'match'] as const

export const PasswordRules = ({ id, typed }: { id: string; typed: PasswordInput }) => (
  <ul id={id} className={classes.rules} aria-label={t.rules}>
    {order.map(rule => {
      const met = inputRules[rule](typed)
      return (
        <li key={rule} data-met={met || undefined}>
          {met ? <IconCircleCheckFilled aria-hidden /> : <IconCircle aria-hidden />}
          <span>
            {t[rule]}
            <span className="sr-only">: {met ? t.met : t.unmet}</span>
          </span>
        </li>
      )
    })}
  </ul>
)
