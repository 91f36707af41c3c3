import {
  type Icon,
  IconBuildingFactory2,
  IconEngine,
  IconHistory,
  IconHome,
  IconMail,
  IconMessage2,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import {
  auditMessages,
  companyMessages,
  machineMessages,
  mailMessages,
  shellMessages,
  teamMessages,
  ticketMessages,
  userMessages,
} from '../../messages/current.ts'
import { type Area, paths } from '../../navigation/paths.ts'

export type MenuEntry = { to: string; label: string; icon: Icon }

/** The entries that a role always has. */
export const menuOf = (area: Area): MenuEntry[] => [
  { to: paths.home, label: shellMessages.home, icon: IconHome },
  {
    to: paths.companies(area),
    label: area === 'account' ? companyMessages.accounts : companyMessages.companies,
    icon: IconBuildingFactory2,
  },
  ...(area === 'account' ? [] : [{ to: paths.allTickets(area), label: ticketMessages.title, icon: IconMessage2 }]),
  ...(area === 'admin'
    ? [
        { to: paths.catalogue, label: machineMessages.title, icon: IconEngine },
        { to: paths.team, label: teamMessages.title, icon: IconUsersGroup },
        { to: paths.mails, label: mailMessages.title, icon: IconMail },
        { to: paths.audit, label: auditMessages.title, icon: IconHistory },
      ]
    : []),
]

/** The entries of the company in the address. */
export const companyMenuOf = (area: Area, company: string): MenuEntry[] => [
  ...(area === 'account' ? [] : [{ to: paths.users(area, company), label: userMessages.title, icon: IconUsers }]),
  { to: paths.companyMachines(area, company), label: machineMessages.title, icon: IconEngine },
  { to: paths.tickets(area, company), label: ticketMessages.title, icon: IconMessage2 },
  ...(area === 'admin' ? [{ to: paths.inviteUser(company), label: userMessages.invite, icon: IconUserPlus }] : []),
]
