import { Navigate } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { NotFound } from '../../ui/layout/NotFound.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'

/** Leads from a ticket's number to its page. */
export default function TicketByNumberPage({ number }: { number: string }) {
  const area = areaOf(useMe())
  const isNumber = /^[1-9]\d{0,8}$/.test(number)
  const query = useRouteQuery(tickets.findByNumber, { query: { number } }, { enabled: isNumber })
  const missing = (
    <NotFound title={t.missing} hint={t.missingHint} to={paths.home} backLabel={t.toHome} />
  )
  if (!isNumber) return missing
  return (
    <QueryBoundary
      query={query}
      title={t.ticket}
      skeleton={<Skeleton lines={5} height={72} />}
      missing={missing}
    >
      {({ _id, company }) => <Navigate to={paths.ticket(area, company, _id)} replace />}
    </QueryBoundary>
  )
}
