import { Link } from '@tanstack/react-router'
import { Fragment, lazy, type ReactNode, Suspense, useState } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { Ticket, TicketOfTeam } from '#contract/tickets.ts'
import { useNarrow } from '../../browser/useNarrow.ts'
import { Warranty } from '../../machines/Warranty.tsx'
import { notificationMessages, ticketMessages as t } from '../../messages/current.ts'
import { FollowChoice } from '../../notifications/FollowChoice.tsx'
import { Tag } from '../../ui/controls/Tag.tsx'
import { Fact, Facts } from '../../ui/layout/Facts.tsx'
import { Coverage } from '../../ui/text/Coverage.tsx'
import { formatTicketTime, formatWhen } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { useNow } from '../../ui/text/useNow.ts'
import { When } from '../../ui/text/When.tsx'
import { DueTag } from '../DueTag.tsx'
import { PriorityTag } from '../PriorityTag.tsx'
import { TopicChoice } from '../topics/TopicChoice.tsx'
import { AssigneeChoice } from './AssigneeChoice.tsx'
import { PriorityChoice } from './PriorityChoice.tsx'
import { SnoozeChoice } from './SnoozeChoice.tsx'
import classes from './TicketFacts.module.css'
import { WaitingForChoice } from './WaitingForChoice.tsx'

const BesideTicket = lazy(() => import('./BesideTicket.tsx'))

type Props = { ticket: Ticket | TicketOfTeam; area: Area }

/** A ticket's machine, company, coverage and dates, and what else there is about them:
 * beside the conversation, or folded above it on a phone, and loaded once opened. */
export function TicketFacts(props: Props) {
  const [isOpen, setOpen] = useState(false)
  if (!useNarrow())
    return (
      <aside className={classes.aside} aria-label={t.details}>
        <FactList {...props} />
        <Suspense>
          <BesideTicket {...props} />
        </Suspense>
      </aside>
    )
  return (
    <details className={classes.folded} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t.details}</summary>
      <div className={classes.content}>
        <FactList {...props} />
        <Suspense>{isOpen && <BesideTicket {...props} />}</Suspense>
      </div>
    </details>
  )
}

function FactList({ ticket, area }: Props) {
  const machine = paths.companyMachine(area, ticket.company, ticket.machine)
  const renderMachineLink = (text: string) => (
    <Link key={text} to={machine}>
      {text}
    </Link>
  )
  const facts: [string, ReactNode][] = [
    ...(area === 'account'
      ? []
      : [[t.assignee, <AssigneeChoice key="assignee" ticket={ticket} />] as [string, ReactNode]]),
    [
      t.priority,
      area === 'account' ? (
        <PriorityTag key="priority" priority={ticket.priority} />
      ) : (
        <PriorityChoice key="priority" ticket={ticket} />
      ),
    ],
    ...(area === 'account' || ticket.waitingFor === null
      ? []
      : [
          [t.waitingFor, <WaitingForChoice key="waiting for" ticket={ticket} />] as [
            string,
            ReactNode,
          ],
        ]),
    ...(area === 'account' || ticket.status !== 'open'
      ? []
      : [[t.snooze, <SnoozeChoice key="snooze" ticket={ticket} />] as [string, ReactNode]]),
    ...(ticket.dateDue === null
      ? []
      : [
          [t.due, <ReplyTime key="due" dateDue={ticket.dateDue} isTeam={area !== 'account'} />] as [
            string,
            ReactNode,
          ],
        ]),
    ...('topics' in ticket
      ? [[t.topics, <TopicChoice key="topics" ticket={ticket} />] as [string, ReactNode]]
      : []),
    [t.machine, renderMachineLink(ticket.machineName)],
    [t.serialNumber, renderMachineLink(ticket.serialNumber)],
    [t.warranty, <Warranty key="warranty" until={ticket.dateOfWarrantyEnd} />],
    [t.company, ticket.companyName],
    [t.support, <Coverage key="support" until={ticket.dateSupportEnd} />],
    [
      t.requester,
      <Fragment key="author">
        <span>{ticket.createdByName}</span>{' '}
        <span className={classes.recordedBy} hidden={!ticket.recordedByName}>
          {t.recordedBy(isolate(ticket.recordedByName ?? ''))}
        </span>{' '}
        {ticket.undeliverable.includes(ticket.createdBy) && (
          <Tag tone="wrong">{t.undeliverable}</Tag>
        )}
      </Fragment>,
    ],
    [t.dateCreated, <time key="created">{formatTicketTime(ticket.dateCreated)}</time>],
  ]
  const links: [string, Ticket['continues']][] = [
    [t.continues, ticket.continues],
    [t.continuedBy, ticket.continuedBy],
  ]
  for (const [name, link] of links)
    if (link)
      facts.push([
        name,
        <Link key={link._id} to={paths.ticket(area, ticket.company, link._id)}>
          {ticketName(link)}
        </Link>,
      ])
  facts.push([
    notificationMessages.following,
    <FollowChoice
      key="following"
      ticket={ticket._id}
      following={ticket.following}
      followers={ticket.followers}
      undeliverable={ticket.undeliverable}
    />,
  ])
  if (ticket.dateClosed)
    facts.push([t.dateClosed, <time key="closed">{formatTicketTime(ticket.dateClosed)}</time>])

  return (
    <Facts>
      {facts.map(([name, value]) => (
        <Fact key={name} name={name}>
          {value}
        </Fact>
      ))}
    </Facts>
  )
}

/** The team sees how much time is left for its reply, a customer by when to expect it. */
function ReplyTime({ dateDue, isTeam }: { dateDue: string; isTeam: boolean }) {
  const now = useNow()
  if (!isTeam)
    return Date.parse(dateDue) < now ? (
      <span>{t.expectSoon}</span>
    ) : (
      <time dateTime={dateDue} title={formatTicketTime(dateDue)}>
        {t.expectBy(formatWhen(dateDue, now))}
      </time>
    )
  return (
    <>
      <When instant={dateDue} /> <DueTag instant={dateDue} />
    </>
  )
}
