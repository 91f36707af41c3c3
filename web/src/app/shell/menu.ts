import {
  type Icon,
  IconBuildingFactory2,
  IconEngine,
  IconHistory,
  IconHome,
  IconMail,
  IconMessage2,
  IconSettings,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type Area, paths } from '#contract/paths.ts'
import { shellMessages } from '../../messages/current.ts'
import { type CrumbParams, crumbs } from './crumbs.tsx'

export type MenuEntry = {
  to: string
  label: string
  icon: Icon
  hasQueue?: boolean
  hasMails?: boolean
}

type FixedCrumb = { text: () => string; to: (params: CrumbParams) => string }

/** A page's entry has the name and the path of its breadcrumb. */
const entryOf = ({ text, to }: FixedCrumb, icon: Icon, area: Area, company = ''): MenuEntry => ({
  to: to({ area, company, machine: '', ticket: '' }),
  label: text(),
  icon,
})

/** The entries that a role always has. */
export const menuOf = (area: Area): MenuEntry[] => [
  { to: paths.home, label: shellMessages.home, icon: IconHome },
  entryOf(area === 'account' ? crumbs.accounts : crumbs.companies, IconBuildingFactory2, area),
  ...(area === 'account'
    ? []
    : [{ ...entryOf(crumbs.allTickets, IconMessage2, area), hasQueue: true }]),
  ...(area === 'admin'
    ? [
        entryOf(crumbs.catalogue, IconEngine, area),
        entryOf(crumbs.team, IconUsersGroup, area),
        { ...entryOf(crumbs.mails, IconMail, area), hasMails: true },
        entryOf(crumbs.audit, IconHistory, area),
        entryOf(crumbs.settings, IconSettings, area),
      ]
    : []),
]

/** The entries of the company in the address. */
export const companyMenuOf = (area: Area, company: string): MenuEntry[] => [
  ...(area === 'account' ? [] : [entryOf(crumbs.users, IconUsers, area, company)]),
  entryOf(crumbs.companyMachines, IconEngine, area, company),
  entryOf(crumbs.tickets, IconMessage2, area, company),
  ...(area === 'admin' ? [entryOf(crumbs.inviteUser, IconUserPlus, area, company)] : []),
]
