import { type Company, type CompanyContents, companies } from '#contract/companies.ts'
import { askedOnce, useRouteQuery } from '../data/queries.ts'
import { companyMessages as t } from '../messages/current.ts'
import { AboutSubject } from '../ui/dialog/ConfirmDialog.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { formatNumber } from '../ui/text/format.ts'

/** A company that is to be deleted, and how much is hidden with it. */
export function RemovedContents({ company: { _id: company, name } }: { company: Company }) {
  const query = useRouteQuery(companies.contents, { params: { company } }, askedOnce)
  return (
    <QueryBoundary query={query} skeleton={<Skeleton lines={4} height={20} />}>
      {contents => <AboutSubject name={name} lines={linesOf(contents)} />}
    </QueryBoundary>
  )
}

function linesOf({ machines, privateFiles, tickets, users }: CompanyContents): string[] {
  const hidden = [
    machines > 0 && t.removeMachines(formatNumber(machines)),
    privateFiles > 0 && t.removeFiles(formatNumber(privateFiles)),
    tickets > 0 && t.removeTickets(formatNumber(tickets)),
  ].filter(each => each !== false)
  return [
    hidden.length > 0 ? t.removeHides(hidden.join(', ')) : t.removeHidesNothing,
    ...(users > 0 ? [t.removeUsers(formatNumber(users))] : []),
    t.removeForGood,
  ]
}
