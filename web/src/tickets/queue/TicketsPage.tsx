import { IconMessage2 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { type TicketRow, tickets } from '#contract/tickets.ts'
import { pollInterval } from '../../data/live.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { NewTicketLink } from '../../navigation/NewTicketLink.tsx'
import { Choice } from '../../ui/controls/Choice.tsx'
import { OpenLink } from '../../ui/controls/OpenLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Table } from '../../ui/table/Table.tsx'
import { useHeldRows } from '../../ui/table/useHeldRows.ts'
import { useTable } from '../../ui/table/useTable.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { WaitingTickets } from '../opening/WaitingTickets.tsx'
import { SearchElsewhere } from '../SearchElsewhere.tsx'
import { LastMessage, TicketName } from '../TicketCells.tsx'
import { addressOf, listInAddress } from '../ticketLists.ts'
import { TicketCard } from './TicketCard.tsx'

const lists = ['open', 'answered', 'closed', 'archived'] as const

/** The tickets of an account, for its users. They are fetched again after each change of one. */
export default function TicketsPage({ company = '' }: { company?: string }) {
  const status = listInAddress(useSearch({ strict: false }).status, lists)
  const list = useHeldRows(
    useTable(
      tickets.listOfAccount,
      {
        params: { company },
        query: status === 'archived' ? { archived: 'true' } : { status },
      },
      { refetchInterval: () => pollInterval('ticket') },
    ),
  )
  const pathOf = (ticket: TicketRow) => paths.ticket('account', ticket.company, ticket._id)
  const emptyTexts = {
    open: { title: t.lists.open.none, hint: t.noneOpenAccount },
    answered: { title: t.noneAnswered, hint: t.noneAnsweredHint },
    closed: { title: t.lists.closed.none, hint: t.lists.closed.hint },
    archived: { title: t.lists.archived.none, hint: t.lists.archived.hint },
  }[status]

  return (
    <Page title={t.title} action={<NewTicketLink area="account" company={company} />}>
      <WaitingTickets />
      <Table
        list={list}
        searched="tickets"
        label={t.title}
        columns={[
          {
            id: 'title',
            label: t.subject,
            render: ticket => <TicketName ticket={ticket} to={pathOf(ticket)} />,
            card: {
              place: 'name',
              render: ticket => (
                <TicketCard
                  ticket={ticket}
                  to={pathOf(ticket)}
                  isOfTeam={false}
                  withCompany={false}
                  showsClosed={status === 'answered'}
                />
              ),
            },
          },
          {
            id: 'dateLastMessage',
            label: t.lastMessage,
            render: ticket => <LastMessage ticket={ticket} showsClosed={status === 'answered'} />,
          },
          {
            id: 'createdByName',
            label: t.requester,
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
            value={addressOf(status)}
            options={lists.map(
              each =>
                [addressOf(each), each === 'answered' ? t.answered : t.lists[each].name] as const,
            )}
            onChange={status => list.setAddress({ status })}
          />
        }
        empty={{ icon: IconMessage2, ...emptyTexts }}
        alternatives={
          <SearchElsewhere
            path={paths.tickets('account', company)}
            status={status}
            search={list.search}
          />
        }
      />
    </Page>
  )
}
