import { IconMessage2 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type Area, paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { type TicketRow, TicketStatus } from '#contract/tickets.ts'
import { pollInterval } from '../data/live.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { NewTicketLink } from '../navigation/NewTicketLink.tsx'
import { Choice } from '../ui/controls/Choice.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useHeldRows } from '../ui/table/useHeldRows.ts'
import { useTable } from '../ui/table/useTable.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { ticketCalls } from './calls.ts'
import { LastMessage, TicketAssignee, TicketCompany, TicketName } from './TicketCells.tsx'
import classes from './TicketsPage.module.css'

const accountFilters = ['open', 'answered', 'closed', 'archived'] as const
const teamFilters = [
  'open',
  'mine',
  'unassigned',
  'waiting',
  'snoozed',
  'closed',
  'archived',
] as const

type StatusFilter = (typeof teamFilters | typeof accountFilters)[number]

/** In the control and in the address; the address takes the names, too. */
const filterValues = {
  open: '1',
  closed: '2',
  archived: '3',
  mine: 'mine',
  unassigned: 'unassigned',
  waiting: 'waiting',
  snoozed: 'snoozed',
  answered: 'answered',
} as const

type Props = { area: Area; company?: string }

/** Tickets of `company`, or of all companies of the vendor.
 * It is fetched again after each change of a ticket. */
export default function TicketsPage({ area, company }: Props) {
  const searchParams = useSearch({ strict: false })
  const isTeam = area !== 'account'
  const statuses: readonly StatusFilter[] = isTeam ? teamFilters : accountFilters
  const status =
    statuses.find(
      each => searchParams.status === each || searchParams.status === filterValues[each],
    ) ?? 'open'
  const showsClosed = status === 'waiting' || status === 'answered'
  const { list } = ticketCalls(area)
  const params = { company: company ?? '' }
  const companyQuery = isTeam && company ? { company } : {}
  const tickets = useHeldRows(
    useTable(
      list,
      {
        params,
        query: { ...companyQuery, ...(status === 'archived' ? { archived: 'true' } : { status }) },
      },
      { refetchInterval: () => pollInterval('ticket') },
    ),
  )

  const pathOf = (ticket: TicketRow) => paths.ticket(area, ticket.company, ticket._id)
  const canOpen = area === 'account' && company
  const emptyTexts = {
    open: {
      title: t.noneOpen,
      hint: canOpen ? t.noneOpenAccount : company ? t.noneOpenTeam : t.noneOpenAll,
    },
    mine: { title: t.noneMine, hint: t.noneMineHint },
    unassigned: { title: t.noneUnassigned, hint: t.noneUnassignedHint },
    waiting: { title: t.noneWaiting, hint: t.noneWaitingHint },
    snoozed: { title: t.noneSnoozed, hint: t.noneSnoozedHint },
    answered: { title: t.noneAnswered, hint: t.noneAnsweredHint },
    closed: { title: t.noneClosed, hint: t.noneClosedHint },
    archived: { title: t.noneArchived, hint: t.noneArchivedHint },
  }[status]
  const path =
    area !== 'account' && !company ? paths.allTickets(area) : paths.tickets(area, params.company)

  return (
    <Page title={t.title} action={canOpen && <NewTicketLink account={company} />}>
      <Table
        list={tickets}
        label={t.title}
        columns={[
          {
            id: 'title',
            label: t.subject,
            render: ticket => <TicketName ticket={ticket} to={pathOf(ticket)} />,
          },
          !company && {
            id: 'companyName',
            label: t.company,
            render: ticket => <TicketCompany ticket={ticket} />,
          },
          {
            id: 'dateLastMessage',
            label: t.lastMessage,
            render: ticket => <LastMessage ticket={ticket} area={area} showsClosed={showsClosed} />,
          },
          isTeam && {
            id: 'assigneeName',
            label: t.assignee,
            singleLine: true,
            render: ticket => <TicketAssignee ticket={ticket} />,
          },
          company !== undefined && {
            id: 'createdByName',
            label: t.createdBy,
            singleLine: true,
            render: ticket => <span title={ticket.createdByName}>{ticket.createdByName}</span>,
          },
          {
            id: 'dateCreated',
            label: t.dateCreated,
            render: ticket => <time>{formatDateTime(ticket.dateCreated)}</time>,
          },
          (status === 'closed' || status === 'archived') && {
            id: 'dateClosed',
            label: t.dateClosed,
            render: ticket => ticket.dateClosed && <time>{formatDateTime(ticket.dateClosed)}</time>,
          },
        ]}
        actions={ticket => <OpenLink to={pathOf(ticket)} name={ticketName(ticket)} />}
        filter={
          <Choice
            label={t.filter}
            value={filterValues[status]}
            options={statuses.map(each => [filterValues[each], t[each]] as const)}
            onChange={status => tickets.setAddress({ status })}
          />
        }
        empty={{ icon: IconMessage2, title: emptyTexts.title, hint: emptyTexts.hint }}
        alternatives={<SearchElsewhere path={path} status={status} search={tickets.search} />}
      />
    </Page>
  )
}

const SearchElsewhere = ({
  path,
  status,
  search,
}: {
  path: string
  status: string
  search: string
}) => {
  const labels = { open: t.searchOpen, closed: t.searchClosed, archived: t.searchArchived }
  return (
    <div className={classes.links}>
      {TicketStatus.options
        .filter(each => each !== status)
        .map(each => (
          <LinkButton
            key={each}
            variant="plain"
            to={path}
            search={{ status: filterValues[each], search }}
            replace
          >
            {labels[each]}
          </LinkButton>
        ))}
    </div>
  )
}
