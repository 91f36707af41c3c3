import type { Area } from '#contract/paths.ts'
import type { tickets } from '#contract/tickets.ts'
import { queryClient, queryFor } from '../data/queries.ts'

// The contract's types only: its schemas are not in the code that the sign-in page loads.

/** Requests a ticket that is not in the cache, in parallel with its page's code. */
export const prefetchTicket = (
  area: Area,
  params: { company: string; ticket: string },
): Promise<unknown> =>
  area === 'account'
    ? queryClient.ensureQueryData(
        queryFor<typeof tickets.getOfAccount>(
          { method: 'GET', path: '/account/:company/ticket/:ticket' },
          { params },
        ),
      )
    : queryClient.ensureQueryData(
        queryFor<typeof tickets.get>({ method: 'GET', path: '/staff/ticket/:ticket' }, { params }),
      )

/** The same for live support, whose address has no company; the team's call needs none. */
export async function prefetchLive(area: Area, { ticket }: { ticket: string }) {
  const company = area === 'account' ? await companyOf(ticket) : ''
  await prefetchTicket(area, { company, ticket })
}

async function companyOf(ticket: string) {
  const { company } = await queryClient.fetchQuery(
    queryFor<typeof tickets.find>(
      { method: 'GET', path: '/ticket/:ticket' },
      { params: { ticket } },
    ),
  )
  return company
}
