import { IconMessage2 } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { listRules, type QueueList } from '#contract/ticket-lists.ts'
import { type TicketRow, tickets } from '#contract/tickets.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { useStore } from '../../browser/store.ts'
import { pollInterval } from '../../data/live.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { NewTicketLink } from '../../navigation/NewTicketLink.tsx'
import { OpenLink } from '../../ui/controls/OpenLink.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import type { Column } from '../../ui/table/columns.ts'
import { Table, TableTools } from '../../ui/table/Table.tsx'
import { useHeldRows } from '../../ui/table/useHeldRows.ts'
import { useTable } from '../../ui/table/useTable.ts'
import { formatDateTime } from '../../ui/text/format.ts'
import { useNow } from '../../ui/text/useNow.ts'
import type { TicketsChange } from '../changeTickets.ts'
import { FilterBar } from '../filters/FilterBar.tsx'
import { FilterButton } from '../filters/FilterButton.tsx'
import { useQueueFilter } from '../filters/useQueueFilter.ts'
import { WaitingTickets } from '../opening/WaitingTickets.tsx'
import { SearchElsewhere } from '../SearchElsewhere.tsx'
import { urgencyOf } from '../urgency.ts'
import { ColumnsButton } from './ColumnsButton.tsx'
import { setLastQueue } from './lastQueue.ts'
import {
  QueueAssignee,
  QueueDue,
  QueueLastMessage,
  QueueMachine,
  QueueSubject,
} from './QueueCells.tsx'
import { QueueChoice } from './QueueChoice.tsx'
import classes from './QueuePage.module.css'
import { type QueueColumn, queueView, rememberView } from './queueView.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { TicketCard } from './TicketCard.tsx'
import { useChange } from './useChange.ts'
import { useQueueKeys } from './useQueueKeys.ts'
import { useSelection } from './useSelection.ts'

type Props = { area: Exclude<Area, 'account'>; company?: string }

/** The tickets of all companies of the vendor, or of `company`, for its team.
 * They are fetched again after each change of a ticket. */
export default function QueuePage({ area, company }: Props) {
  const { filter, status, names, query, isFiltered, saved, isSaved } = useQueueFilter(company)
  const now = useNow()
  const { isBusy, follows, change } = useChange()
  const arranged = useStore(queueView)
  const table = useTable(
    tickets.list,
    { query },
    {
      sort: (!isSaved && arranged.sorts[status]) || listRules[status].order,
      size: arranged.size ?? 20,
      refetchInterval: () => pollInterval('ticket'),
    },
  )
  const list = {
    ...useHeldRows(table, { isHeld: !follows }),
    setAddress: (next: SearchParams) => {
      rememberView(status, next)
      table.setAddress(next)
    },
  }
  const { rows, page, size, sort, search } = list
  useEffect(() => {
    if (rows)
      setLastQueue({
        title: saved?.name ?? t.lists[status].name,
        href: location.pathname + location.search,
        query: {
          ...query,
          page: String(page),
          size: String(size),
          sort: sort as 'dateDue',
          ...(search && { search }),
        },
        ids: rows.map(({ _id }) => _id),
      })
  })
  const ownSelection = useSelection(rows ?? [])
  const selection = status === 'closed' || status === 'archived' ? undefined : ownSelection
  useQueueKeys(rows ?? [], selection)
  async function changeSelected(by: TicketsChange) {
    const selected = ownSelection.selected()
    await change(selected, rows?.findIndex(row => selected.includes(row)) ?? 0, by)
    ownSelection.unchoose(selected)
  }
  const subjectOf = (ticket: TicketRow) => ({
    ticket,
    to: paths.ticket(area, ticket.company, ticket._id),
    showsClosed: status === 'waiting' || status === 'answered',
  })
  const view = {
    list,
    searched: 'tickets',
    columns: columnsOf(status, company !== undefined, arranged.hidden, subjectOf),
    filter: (
      <div className={classes.choice}>
        <QueueChoice
          status={status}
          isOfAll={company === undefined}
          onChange={status => list.setAddress({ status, sort: '', filter: '' })}
        />
        <FilterButton filter={filter} names={names} onChange={list.setAddress} />
        <ColumnsButton />
      </div>
    ),
    clearFilter: isFiltered
      ? () => list.setAddress(Object.fromEntries(names.map(name => [name, ''])))
      : undefined,
    dense: {
      renderBrief: (ticket: TicketRow) => (
        <TicketCard {...subjectOf(ticket)} isOfTeam withCompany={company === undefined} />
      ),
      toneOf: (ticket: TicketRow) => urgencyOf(ticket, now),
      ...(selection && { selection }),
    },
  } as const
  return (
    <Page
      title={saved?.name ?? t.title}
      width="wide"
      tools={<TableTools {...view} />}
      action={<NewTicketLink area={area} company={company} />}
    >
      <WaitingTickets />
      {(isFiltered || saved || search) && (
        <FilterBar filter={filter} names={names} saved={saved} onChange={list.setAddress} />
      )}
      <Table
        {...view}
        label={t.title}
        tools="elsewhere"
        actions={ticket => <OpenLink to={subjectOf(ticket).to} name={ticketName(ticket)} />}
        empty={{ icon: IconMessage2, ...emptyTextsOf(status, company !== undefined) }}
        alternatives={
          <SearchElsewhere
            path={company ? paths.tickets(area, company) : paths.allTickets(area)}
            status={status}
            search={list.search}
          />
        }
      />
      {selection && (
        <SelectionBar {...{ selection, isBusy }} onChange={by => void changeSelected(by)} />
      )}
    </Page>
  )
}

type Columns = readonly [Column<TicketRow>, ...(Column<TicketRow> | false)[]]

function columnsOf(
  status: QueueList,
  isOfCompany: boolean,
  hidden: readonly QueueColumn[],
  subjectOf: (ticket: TicketRow) => Parameters<typeof QueueSubject>[0],
): Columns {
  const isDone = status === 'closed' || status === 'archived'
  const isShown = (column: QueueColumn) => !hidden.includes(column)
  return [
    {
      id: 'title',
      label: t.subject,
      render: ticket => <QueueSubject {...subjectOf(ticket)} />,
    },
    isShown('companyName') &&
      (isOfCompany
        ? {
            id: 'createdByName',
            label: t.requester,
            width: '14%',
            render: ticket => <span title={ticket.createdByName}>{ticket.createdByName}</span>,
          }
        : {
            id: 'companyName',
            label: t.company,
            width: '14%',
            render: ticket => <span title={ticket.companyName}>{ticket.companyName}</span>,
          }),
    isShown('machine') && {
      id: 'machineName',
      label: t.machine,
      width: '16%',
      render: ticket => <QueueMachine ticket={ticket} />,
    },
    isShown('assigneeName') && {
      id: 'assigneeName',
      label: t.assignee,
      width: '10%',
      render: ticket => <QueueAssignee ticket={ticket} />,
    },
    !isDone &&
      isShown('dateLastMessage') && {
        id: 'dateLastMessage',
        label: t.lastMessage,
        width: '6.75rem',
        // 'answered' has this order, and waits for the customer only.
        ...(status !== 'answered' && { hiddenOn: 'medium' }),
        render: ticket => <QueueLastMessage ticket={ticket} />,
      },
    !isDone &&
      isShown('dateDue') && {
        id: 'dateDue',
        label: t.reply,
        width: '8.5rem',
        ...(status === 'answered' && { hiddenOn: 'medium' }),
        render: ticket => <QueueDue ticket={ticket} />,
      },
    isShown('dateCreated') && {
      id: 'dateCreated',
      label: t.dateCreated,
      width: '10rem',
      hiddenOn: 'small',
      render: ticket => <time>{formatDateTime(ticket.dateCreated)}</time>,
    },
    isDone && {
      id: 'dateClosed',
      label: t.dateClosed,
      width: '9.5rem',
      render: ticket => ticket.dateClosed && <time>{formatDateTime(ticket.dateClosed)}</time>,
    },
  ]
}

function emptyTextsOf(status: QueueList, isOfCompany: boolean) {
  const { none: title, hint } = t.lists[status]
  return { title, hint: status === 'open' && isOfCompany ? t.noneOpenTeam : hint }
}
