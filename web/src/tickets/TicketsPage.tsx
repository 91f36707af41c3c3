import { IconMessage2 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type TicketRow, TicketStatus } from '#contract/tickets.ts'
import { NewTicketLink } from '../navigation/NewTicketLink.tsx'
import { type Area, paths } from '../navigation/paths.ts'
import { Choice } from '../ui/controls/Choice.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { type Column, Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { dateTime } from '../ui/text/format.ts'
import { ticketCalls, watchEvery } from './calls.ts'
import { FoundElsewhere } from './FoundElsewhere.tsx'
import { LastMessage } from './LastMessage.tsx'
import { ticketMessages as t } from './messages.ts'
import { TicketCompany } from './TicketCompany.tsx'
import { TicketName } from './TicketName.tsx'

const ofAccount = ['open', 'answered', 'closed', 'archived'] as const
const ofTeam = ['open', 'waiting', 'closed', 'archived'] as const

type Shown = (typeof ofTeam | typeof ofAccount)[number]

type Props = { area: Area /** Whose tickets; without it those of every company. */; company?: string }

/** Tickets: an account's or a company's own, or all that the vendor's team has. What is new appears by itself. */
export default function TicketsPage({ area, company }: Props) {
  const asked = useSearch({ strict: false }) as { status?: string }
  const team = area !== 'account'
  const statuses: readonly Shown[] = team ? ofTeam : ofAccount
  const status = statuses.find(each => each === asked.status) ?? TicketStatus.options[Number(asked.status) - 1] ?? 'open'
  const mixed = status === 'waiting' || status === 'answered'
  const { list } = ticketCalls(area)
  const params = { company: company ?? '' }
  const ofCompany = team && company ? { company } : {}
  const tickets = useTable(list, { params, query: { ...ofCompany, status } }, { every: watchEvery })

  const pathOf = (ticket: TicketRow) => paths.ticket(area, ticket.company, ticket._id)
  const columns: [Column<TicketRow>, ...Column<TicketRow>[]] = [
    { id: 'title', label: t.subject, show: ticket => <TicketName ticket={ticket} to={pathOf(ticket)} /> },
  ]
  if (!company) columns.push({ id: 'companyName', label: t.company, show: ticket => <TicketCompany ticket={ticket} /> })
  columns.push({ id: 'dateLastMessage', label: t.lastMessage, show: ticket => <LastMessage ticket={ticket} area={area} mixed={mixed} /> })
  if (company)
    columns.push({
      id: 'createdByName',
      label: t.createdBy,
      line: true,
      show: ticket => <span title={ticket.createdByName}>{ticket.createdByName}</span>,
    })
  columns.push({ id: 'dateCreated', label: t.dateCreated, show: ticket => <time>{dateTime(ticket.dateCreated)}</time> })
  if (status === 'closed' || status === 'archived')
    columns.push({ id: 'dateClosed', label: t.dateClosed, show: ticket => ticket.dateClosed && <time>{dateTime(ticket.dateClosed)}</time> })

  const mayOpen = area === 'account' && company
  const nothing = {
    open: { title: t.noneOpen, hint: mayOpen ? t.noneOpenAccount : company ? t.noneOpenTeam : t.noneOpenAll },
    waiting: { title: t.noneWaiting, hint: t.noneWaitingHint },
    answered: { title: t.noneAnswered, hint: t.noneAnsweredHint },
    closed: { title: t.noneClosed, hint: t.noneClosedHint },
    archived: { title: t.noneArchived, hint: t.noneArchivedHint },
  }[status]
  const path = area !== 'account' && !company ? paths.allTickets(area) : paths.tickets(area, params.company)

  return (
    <Page title={t.title} action={mayOpen && <NewTicketLink account={company} />}>
      <Table
        of={tickets}
        label={t.title}
        columns={columns}
        actions={ticket => <OpenLink to={pathOf(ticket)} name={ticket.title} />}
        filter={
          <Choice
            label={t.filter}
            value={status}
            options={statuses.map(each => [each, t[each]] as const)}
            onChange={status => tickets.go({ status: status === 'open' ? '' : status })}
          />
        }
        empty={
          <Empty icon={<IconMessage2 aria-hidden />} title={nothing.title}>
            {nothing.hint}
          </Empty>
        }
        elsewhere={<FoundElsewhere list={list} params={params} query={ofCompany} status={status} search={tickets.search} path={path} />}
      />
    </Page>
  )
}
