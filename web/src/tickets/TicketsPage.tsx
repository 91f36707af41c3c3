import { IconMessage2 } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { type TicketRow, TicketStatus } from '#contract/tickets.ts'
import { type Area, paths } from '../paths.ts'
import { Choice } from '../ui/Choice.tsx'
import { Empty } from '../ui/Empty.tsx'
import { dateTime } from '../ui/format.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { OpenLink } from '../ui/OpenLink.tsx'
import { Page } from '../ui/Page.tsx'
import { type Column, Table } from '../ui/Table.tsx'
import { useTable } from '../ui/useTable.ts'
import { ticketCalls } from './calls.ts'
import { LastMessage } from './LastMessage.tsx'
import { ticketMessages as t } from './messages.ts'
import { TicketName } from './TicketName.tsx'

const statuses = TicketStatus.options.map(status => [status, t[status]] as const)

export default function TicketsPage({ area, company }: { area: Area; company: string }) {
  const asked = useSearch({ strict: false }) as { status?: string }
  const status = TicketStatus.options.find(each => each === asked.status) ?? 'open'
  const tickets = useTable(ticketCalls(area).list, {
    params: { company },
    query: { ...(area !== 'account' && { company }), ...(status === 'archived' ? { archived: 'true' } : { status }) },
  })

  const pathOf = (ticket: TicketRow) => paths.ticket(area, company, ticket._id)
  const columns: [Column<TicketRow>, ...Column<TicketRow>[]] = [
    { id: 'title', label: t.subject, show: ticket => <TicketName ticket={ticket} to={pathOf(ticket)} /> },
    { id: 'dateLastMessage', label: t.lastMessage, show: ticket => <LastMessage ticket={ticket} area={area} /> },
    { id: 'createdByName', label: t.createdBy, show: ticket => ticket.createdByName },
    { id: 'dateCreated', label: t.dateCreated, show: ticket => <time>{dateTime(ticket.dateCreated)}</time> },
  ]
  if (status !== 'open')
    columns.push({ id: 'dateClosed', label: t.dateClosed, show: ticket => ticket.dateClosed && <time>{dateTime(ticket.dateClosed)}</time> })

  const open = area === 'account' && <LinkButton to={paths.newTicket(company)}>{t.newTicket}</LinkButton>
  const nothing = {
    open: { title: t.noneOpen, hint: area === 'account' ? t.noneOpenAccount : t.noneOpenTeam },
    closed: { title: t.noneClosed, hint: t.noneClosedHint },
    archived: { title: t.noneArchived, hint: t.noneArchivedHint },
  }[status]

  return (
    <Page title={t.title} action={open}>
      <Table
        of={tickets}
        label={t.title}
        columns={columns}
        actions={ticket => <OpenLink to={pathOf(ticket)} name={ticket.title} />}
        filter={
          <Choice
            label={t.filter}
            value={status}
            options={statuses}
            onChange={status => tickets.go({ status: status === 'open' ? '' : status })}
          />
        }
        empty={
          <Empty icon={<IconMessage2 aria-hidden />} title={nothing.title}>
            {nothing.hint}
          </Empty>
        }
      />
    </Page>
  )
}
