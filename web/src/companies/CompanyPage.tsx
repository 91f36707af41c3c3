import { IconEngine, IconMessage2, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { companyMachineCalls } from '../machines/calls.ts'
import { machineMessages } from '../machines/messages.ts'
import { type Area, paths } from '../paths.ts'
import { ask, useData } from '../queries.ts'
import { ticketCalls } from '../tickets/calls.ts'
import { NewTicketLink } from '../tickets/NewTicketLink.tsx'
import { Coverage } from '../ui/Coverage.tsx'
import { Failed } from '../ui/Failed.tsx'
import { counted } from '../ui/format.ts'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Tile, Tiles } from '../ui/Tile.tsx'
import { usersOf } from '../users/calls.ts'
import { userMessages } from '../users/messages.ts'
import { companyMessages as t } from './messages.ts'
import { useCompany } from './useCompany.ts'

/** A company's dashboard, for whoever may see it. */
export default function CompanyPage({ area, company: id }: { area: Area; company: string }) {
  const { company, error, refetch } = useCompany(area, id)
  const open = useQuery(
    ask(ticketCalls(area).list, {
      params: { company: id },
      query: { ...(area !== 'account' && { company: id }), status: 'open', page: '0', size: '1' },
    }),
  ).data
  const users = useQuery({
    ...ask(usersOf(area), { params: { company: id }, query: { page: '0', size: '1' } }),
    enabled: area !== 'account',
  }).data
  const machines = useData(companyMachineCalls(area).list, { params: { company: id }, query: { page: '0', size: '1' } }).data

  if (!company)
    return (
      <Page title={area === 'account' ? t.account : t.company}>
        {error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={2} height={72} />}
      </Page>
    )

  return (
    <Page
      title={company.name}
      about={
        <div>
          <Coverage what={t.supportEnd} until={company.dateSupportEnd} />
        </div>
      }
      action={area === 'account' && <NewTicketLink account={id} />}
    >
      <Tiles>
        {area !== 'account' && (
          <Tile to={paths.users(area, id)} icon={<IconUsers aria-hidden />} title={userMessages.title}>
            {users === undefined ? ' ' : userMessages.usersCount(counted(users))}
          </Tile>
        )}
        <Tile to={paths.companyMachines(area, id)} icon={<IconEngine aria-hidden />} title={machineMessages.title}>
          {machines === undefined ? ' ' : machineMessages.count(counted(machines))}
        </Tile>
        <Tile to={paths.tickets(area, id)} icon={<IconMessage2 aria-hidden />} title={t.tickets}>
          {open === undefined ? ' ' : t.openTickets(counted(open))}
        </Tile>
        {area === 'admin' && (
          <Tile to={paths.inviteUser(id)} icon={<IconUserPlus aria-hidden />} title={userMessages.invite}>
            {userMessages.inviteTile}
          </Tile>
        )}
      </Tiles>
    </Page>
  )
}
