import { useQueries } from '@tanstack/react-query'
import { TicketStatus } from '#contract/tickets.ts'
import { queryFor } from '../data/queries.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { formatCount } from '../ui/text/format.ts'
import type { ticketCalls } from './calls.ts'
import classes from './FoundElsewhere.module.css'
import { ticketMessages as t } from './messages.ts'

type Props = {
  list: ReturnType<typeof ticketCalls>['list']
  params: { company: string }
  query: { company?: string }
  status: string
  search: string
  path: string
}

/** Links to the statuses in which the same search finds tickets, with their number. */
export function FoundElsewhere({ list, params, query, status, search, path }: Props) {
  const others = TicketStatus.options.filter(each => each !== status)
  const matches = useQueries({
    queries: others.map(other => queryFor(list, { params, query: { ...query, status: other, search, page: '0', size: '1' } })),
    combine: results => others.map((other, i) => ({ other, total: 0, ...results[i]?.data })).filter(({ total = 0 }) => total > 0),
  })
  return (
    <div className={classes.links}>
      {matches.map(({ other, ...totals }) => (
        <LinkButton key={other} variant="plain" to={path} search={{ status: other, search }} replace>
          {t.foundIn(t[other], formatCount(totals))}
        </LinkButton>
      ))}
    </div>
  )
}
