import { useQueries } from '@tanstack/react-query'
import { TicketStatus } from '#contract/tickets.ts'
import { queryFor } from '../data/queries.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { countInWords } from '../ui/text/format.ts'
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

/** A search that finds nothing in one status finds it in another, as often as not: how many there, and the way. */
export function FoundElsewhere({ list, params, query, status, search, path }: Props) {
  const others = TicketStatus.options.filter(each => each !== status)
  const found = useQueries({
    queries: others.map(other => queryFor(list, { params, query: { ...query, status: other, search, page: '0', size: '1' } })),
    combine: answers => others.map((other, i) => ({ other, total: 0, ...answers[i]?.data })).filter(({ total = 0 }) => total > 0),
  })
  return (
    <div className={classes.elsewhere}>
      {found.map(({ other, ...of }) => (
        <LinkButton key={other} look="plain" to={path} search={{ status: other, search }} replace>
          {t.foundIn(t[other], countInWords(of))}
        </LinkButton>
      ))}
    </div>
  )
}
