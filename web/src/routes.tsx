import { type AnyRoute, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { page } from './page.tsx'
import type { Area } from './paths.ts'
import { Broken } from './shell/Broken.tsx'
import type { CrumbName } from './shell/crumbs.tsx'
import { type ErrorCode, ErrorPage } from './shell/ErrorPage.tsx'
import { only, signedIn, signedOut } from './shell/guards.ts'
import { Loading } from './shell/Loading.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'
import { Root } from './shell/Root.tsx'

type Branch = {
  path?: string
  id?: string
  crumb?: CrumbName
  area?: Area
  // biome-ignore lint/suspicious/noExplicitAny: as the router calls it
  before?: (at: any) => unknown
  page?: ComponentType
  children?: Branch[]
}

const home = page(() => import('./home/HomePage.tsx'))
const error = (code: ErrorCode): Branch => ({ path: `/${code}`, page: () => <ErrorPage code={code} /> })
const password = (path: string, purpose: 'activate' | 'reset'): Branch => ({
  path,
  page: page(() => import('./sessions/PasswordPage.tsx'), { purpose }),
})

const company = (area: Area): Branch => ({
  path: '$company',
  crumb: 'company',
  page: page(() => import('./companies/CompanyGate.tsx'), { area }),
  children: [
    { path: '/', page: page(() => import('./companies/CompanyPage.tsx'), { area }) },
    ...(area === 'account'
      ? []
      : [{ path: 'users', crumb: 'users' as const, page: page(() => import('./users/UsersPage.tsx'), { area }) }]),
    ...(area === 'admin'
      ? [{ path: 'invite-user', crumb: 'inviteUser' as const, page: page(() => import('./users/InviteUserPage.tsx')) }]
      : []),
    {
      path: 'machines',
      crumb: 'companyMachines',
      children: [
        { path: '/', page: page(() => import('./machines/CompanyMachinesPage.tsx'), { area }) },
        { path: '$machine', crumb: 'companyMachine', page: page(() => import('./machines/CompanyMachinePage.tsx'), { area }) },
      ],
    },
    {
      path: 'tickets',
      crumb: 'tickets',
      children: [
        { path: '/', page: page(() => import('./tickets/TicketsPage.tsx'), { area }) },
        ...(area === 'account'
          ? [{ path: 'new', crumb: 'newTicket' as const, page: page(() => import('./tickets/NewTicketPage.tsx')) }]
          : []),
        { path: '$ticket', crumb: 'ticket', page: page(() => import('./tickets/TicketPage.tsx'), { area }) },
      ],
    },
  ],
})

const catalogue: Branch = {
  path: 'machines',
  crumb: 'catalogue',
  children: [
    { path: '/', page: page(() => import('./machines/CataloguePage.tsx')) },
    { path: '$machine', crumb: 'machine', page: page(() => import('./machines/MachinePage.tsx')) },
  ],
}

const ownTeam: Branch = {
  path: 'team',
  crumb: 'team',
  children: [
    { path: '/', page: page(() => import('./team/TeamPage.tsx')) },
    { path: 'invite', crumb: 'inviteColleague', page: page(() => import('./team/InviteColleaguePage.tsx')) },
  ],
}

const auditTrail: Branch = { path: 'audit', crumb: 'audit', page: page(() => import('./audit/AuditPage.tsx')) }

const mail: Branch = { path: 'mail', crumb: 'mails', page: page(() => import('./mails/MailsPage.tsx')) }

const team = (area: 'admin' | 'staff'): Branch => ({
  path: `/${area}`,
  area,
  before: only(area),
  children: [
    { path: '/', page: page(() => import('./home/HomePage.tsx'), { area }) },
    { path: 'tickets', crumb: 'allTickets', page: page(() => import('./tickets/TicketsPage.tsx'), { area }) },
    {
      path: 'companies',
      crumb: 'companies',
      children: [{ path: '/', page: page(() => import('./companies/CompaniesPage.tsx'), { area }) }, company(area)],
    },
    ...(area === 'admin' ? [catalogue, ownTeam, mail, auditTrail] : []),
  ],
})

const branches: Branch[] = [
  {
    id: 'public',
    page: PublicFrame,
    children: [
      { path: '/login', before: signedOut, page: page(() => import('./sessions/LoginPage.tsx')) },
      { path: '/forgotpassword', page: page(() => import('./sessions/ForgotPasswordPage.tsx')) },
      password('/activate', 'activate'),
      password('/register', 'activate'),
      password('/resetpassword', 'reset'),
      { path: '/phone-verification', page: page(() => import('./sessions/PhoneVerificationPage.tsx')) },
      { path: '/registeration-success', page: page(() => import('./sessions/RegistrationSuccessPage.tsx')) },
      { path: '/invite-success', page: page(() => import('./sessions/InviteSuccessPage.tsx')) },
      ...([400, 403, 404, 500, 503] as const).map(error),
      { path: '$', page: () => <ErrorPage code={404} /> },
    ],
  },
  { path: '/live/$ticket', before: signedIn, page: page(() => import('./tickets/LivePage.tsx')) },
  {
    id: 'shell',
    before: signedIn,
    page: page(() => import('./shell/Shell.tsx')),
    children: [
      { path: '/', page: home },
      { path: '/index', page: home },
      { path: '/security', crumb: 'security', page: page(() => import('./sessions/SecurityPage.tsx')) },
      team('admin'),
      team('staff'),
      {
        path: '/accounts',
        crumb: 'accounts',
        area: 'account',
        before: only('account'),
        page: page(() => import('./companies/AccountsPage.tsx')),
      },
      { path: '/account', crumb: 'accounts', area: 'account', before: only('account'), children: [company('account')] },
    ],
  },
]

function grow(parent: AnyRoute, { path, id, crumb, area, before, page, children = [] }: Branch): AnyRoute {
  const staticData = { ...(crumb && { crumb }), ...(area && { area }) }
  const options = {
    getParentRoute: () => parent,
    staticData,
    ...(path ? { path } : { id }),
    ...(before && { beforeLoad: before }),
    ...(page && { component: page }),
  }
  const route: AnyRoute = createRoute(options as never)
  return route.addChildren(children.map(child => grow(route, child)))
}

const root = createRootRoute({ component: Root, notFoundComponent: () => <ErrorPage code={404} /> })

export const router = createRouter({
  routeTree: root.addChildren(branches.map(branch => grow(root, branch))),
  defaultPreload: 'intent',
  defaultPendingMs: 400, // what is there sooner comes without a word: a flash of "Loading…" is one more thing to read
  defaultPendingMinMs: 200,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  notFoundMode: 'root',
  // Addresses are read and written as they look: every value is a text.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
    ).toString()
    return text && `?${text}`
  },
})
