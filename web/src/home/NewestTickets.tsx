import { IconMessage2 } from '@tabler/icons-react'
import { tickets } from '#contract/tickets.ts'
import type { Area } from '../paths.ts'
import { useData } from '../queries.ts'
import { Empty } from '../ui/Empty.tsx'
import { Failed } from '../ui/Failed.tsx'
import { number } from '../ui/format.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import classes from './home.module.css'
import { homeMessages as t } from './messages.ts'
import { TicketList } from './TicketList.tsx'

/** The vendor's queue: the newest open tickets of all companies. */
export function NewestTickets({ area }: { area: Area }) {
  const { data, error, refetch } = useData(tickets.list, { query: { status: 'open', page: '0', size: '20', sort: '-dateCreated' } })
  if (!data) return error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={8} height={48} gap={8} />
  if (data.tickets.length === 0)
    return (
      <Empty icon={<IconMessage2 aria-hidden />} title={t.none}>
        {t.noneHint}
      </Empty>
    )
  return (
    <section aria-labelledby="newest">
      <div className={classes.head}>
        <h2 id="newest">{t.newest}</h2>
        <span className={classes.count}>{t.count(number(data.total ?? data.tickets.length))}</span>
      </div>
      <TicketList tickets={data.tickets} area={area} company />
    </section>
  )
}
