import { IconEngine, IconMessage2, IconUserPlus, IconUsers } from '@tabler/icons-react'
import { type Area, paths } from '#contract/paths.ts'
import { useCompany } from '../companies/useCompany.ts'
import { useRouteQuery } from '../data/queries.ts'
import { companyMachineCalls } from '../machines/calls.ts'
import { machineMessages, companyMessages as t, userMessages } from '../messages/current.ts'
import { NewTicketLink } from '../navigation/NewTicketLink.tsx'
import { userListRoute } from '../people/calls.ts'
import { ticketCalls } from '../tickets/calls.ts'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { Tile, Tiles } from '../ui/layout/Tile.tsx'
import { Coverage } from '../ui/text/Coverage.tsx'
import { formatCount } from '../ui/text/format.ts'

export default function CompanyPage({ area, company: id }: { area: Area; company: string }) {
  const company = useCompany(area, id)
  const params = { company: id }
  const counting = { page: '0', size: '1' } // only the total counts
  const { data: openTickets } = useRouteQuery(ticketCalls(area).list, {
    params,
    query: { ...(area !== 'account' && { company: id }), status: 'open', ...counting },
  })
  const { data: users } = useRouteQuery(
    userListRoute(area),
    { params, query: counting },
    { enabled: area !== 'account' },
  )
  const { data: machines } = useRouteQuery(companyMachineCalls(area).list, {
    params,
    query: counting,
  })

  return (
    <QueryBoundary
      query={company}
      title={area === 'account' ? t.account : t.company}
      skeleton={<Skeleton lines={2} height={72} />}
    >
      {({ name, dateSupportEnd }) => (
        <Page
          title={name}
          about={
            <div>
              <Coverage what={t.supportEnd} until={dateSupportEnd} />
            </div>
          }
          action={<NewTicketLink area={area} company={id} />}
        >
          <Tiles>
            {area !== 'account' && (
              <Tile
                to={paths.users(area, id)}
                icon={IconUsers}
                title={area === 'admin' ? t.userSettings : userMessages.title}
              >
                {users === undefined ? ' ' : userMessages.usersCount(formatCount(users))}
              </Tile>
            )}
            <Tile
              to={paths.companyMachines(area, id)}
              icon={IconEngine}
              title={area === 'staff' ? machineMessages.title : t.machineSettings}
            >
              {machines === undefined ? ' ' : machineMessages.count(formatCount(machines))}
            </Tile>
            <Tile
              to={paths.tickets(area, id)}
              icon={IconMessage2}
              title={area === 'staff' ? t.tickets : t.ticketSettings}
            >
              {openTickets === undefined ? ' ' : t.openTickets(formatCount(openTickets))}
            </Tile>
            {area === 'admin' && (
              <Tile to={paths.inviteUser(area, id)} icon={IconUserPlus} title={userMessages.invite}>
                {userMessages.inviteTile}
              </Tile>
            )}
          </Tiles>
        </Page>
      )}
    </QueryBoundary>
  )
}
