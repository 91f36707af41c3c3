import type { ReactNode } from 'react'
import { ticketMessages as t } from '../../messages/current.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { formatTicketTime } from '../../ui/text/format.ts'
import classes from './Bubble.module.css'
import { LinkedText } from './LinkedText.tsx'

type Props = {
  id?: string
  staff: boolean
  name: string
  instant: string
  text: string
  faint?: boolean
  undeliverable?: boolean
  children?: ReactNode
}

/** A message: the support team's at the left in green, the
 * customer's at the right in purple, and both named in words. */
export const Bubble = ({
  id,
  staff,
  name,
  instant,
  text,
  faint,
  undeliverable,
  children,
}: Props) => (
  <li id={id} className={classes.bubble} data-staff={staff} data-faint={faint || undefined}>
    <div className={classes.head}>
      <strong dir="auto">{name}</strong>
      <span className={classes.role}>{staff ? t.staff : t.customer}</span>
      {undeliverable && <Tag tone="wrong">{t.undeliverable}</Tag>}
    </div>
    <p className={classes.text} dir="auto">
      <LinkedText text={text} />
    </p>
    {children}
    <div className={classes.foot}>
      <span className="figures">{formatTicketTime(instant)}</span>
      <span aria-hidden>·</span>
      <Ago instant={instant} />
    </div>
  </li>
)
