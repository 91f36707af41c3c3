import { Link } from '@tanstack/react-router'
import type { CompanyMachine } from '#contract/machines.ts'
import { type Area, paths } from '#contract/paths.ts'
import { maxOtherTickets, tickets } from '#contract/tickets.ts'
import { pollInterval } from '../data/live.ts'
import { useRouteQuery } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { TicketLinks } from '../navigation/TicketLinks.tsx'
import { LoadError } from '../ui/layout/LoadError.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import classes from './MachinePage.module.css'

type Props = { area: Area; company: string; machine: CompanyMachine }

/** The machine's open tickets; the closed ones are a search of the company's. */
export function TicketsOfMachine({ area, company, machine }: Props) {
  const call = area === 'account' ? tickets.openOnMachine : tickets.openOnMachineForTeam
  const { data, error, refetch } = useRouteQuery(
    call,
    { params: { company, companyMachine: machine._id } },
    { refetchInterval: () => pollInterval('ticket') },
  )
  return (
    <div className={classes.tickets}>
      <Section
        title={
          data && data.tickets.length > 0
            ? t.openTickets(data.tickets.length, data.tickets.length === maxOtherTickets)
            : t.tickets
        }
        aside={
          data && data.closed > 0 ? (
            <Link
              to={paths.tickets(area, company)}
              search={{ status: 'closed', search: machine.serialNumber }}
            >
              {t.closedTickets(data.closed)}
            </Link>
          ) : undefined
        }
      >
        {data ? (
          data.tickets.length > 0 ? (
            <TicketLinks tickets={data.tickets} company={company} area={area} />
          ) : (
            <p className={classes.none}>{t.noOpenTickets}</p>
          )
        ) : error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <Skeleton lines={1} height={40} />
        )}
      </Section>
    </div>
  )
}
