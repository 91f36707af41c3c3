import { IconLock } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { ticketMessages as t } from '../../messages/current.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { formatTicketTime } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import classes from './Bubble.module.css'
import { LinkedText } from './LinkedText.tsx'
import { splitMentions } from './mentions.ts'

export type BubbleKind = 'staff' | 'customer' | 'note'

type Props = {
  id?: string
  kind: BubbleKind
  name: string
  /** the member of the team who recorded the message for the customer */
  recordedBy?: string | null
  instant: string
  text: string
  /** of a note: the names of the colleagues */
  mentioned?: string[]
  /** The message before it is the same author's. */
  continued?: boolean
  undeliverable?: boolean
  children?: ReactNode
}

/** A message: the support team's at the left in green, the customer's at the
 * right in purple; or a note of the team's, in yellow. Each is named in words. */
export const Bubble = ({
  id,
  kind,
  name,
  recordedBy,
  instant,
  text,
  mentioned = [],
  continued,
  undeliverable,
  children,
}: Props) => (
  <li
    id={id}
    className={classes.bubble}
    data-staff={kind === 'note' ? undefined : kind === 'staff'}
    data-note={kind === 'note' || undefined}
    data-continued={continued || undefined}
  >
    <div className={continued ? 'sr-only' : classes.head}>
      {kind === 'note' && <IconLock aria-hidden />}
      <strong dir="auto">{name}</strong>
      {kind === 'note' ? (
        <span className={classes.role}>
          <strong>{t.note}</strong>
          {' · '}
          <span>{t.onlyTeam}</span>
        </span>
      ) : (
        <span className={classes.role}>{kind === 'staff' ? t.staff : t.customer}</span>
      )}
      <span className={classes.role} hidden={!recordedBy}>
        {t.recordedBy(isolate(recordedBy ?? ''))}
      </span>
      {undeliverable && <Tag tone="wrong">{t.undeliverable}</Tag>}
    </div>
    <p className={classes.text} dir="auto" hidden={text === ''}>
      {splitMentions(text, mentioned).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts keep their order
        <Fragment key={index}>
          {part.isMention ? (
            <span className={classes.mention}>{part.text}</span>
          ) : (
            <LinkedText text={part.text} />
          )}
        </Fragment>
      ))}
    </p>
    {children}
    <div className={classes.foot}>
      {continued && (
        <>
          <bdi aria-hidden>{name}</bdi>
          <span aria-hidden>·</span>
        </>
      )}
      <span className="figures">{formatTicketTime(instant)}</span>
      <span aria-hidden>·</span>
      <Ago instant={instant} />
    </div>
  </li>
)
