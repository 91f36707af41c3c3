import type { Area } from '#contract/paths.ts'
import { tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { TicketLinks } from '../../navigation/TicketLinks.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import classes from './OpenOnMachine.module.css'

const shown = 5

type Props = { area: Area; company: string; machine: string }

/** The newest open tickets on a machine, before a second one is opened about the same matter. */
export function OpenOnMachine({ area, company, machine }: Props) {
  const call = area === 'account' ? tickets.openOnMachine : tickets.openOnMachineForTeam
  const { data } = useRouteQuery(call, {
    params: { company, companyMachine: machine },
  })
  if (!data || data.tickets.length === 0) return null
  return (
    <Notice tone="idle">
      <p className={classes.title}>{t.openOnMachine}</p>
      <TicketLinks tickets={data.tickets.slice(0, shown)} company={company} area={area} />
    </Notice>
  )
}
