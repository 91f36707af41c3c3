import { type AnyRoute, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { Area } from '../navigation/paths.ts'
import { lazyPage } from './lazyPage.tsx'
import { Broken } from './shell/Broken.tsx'
import type { CrumbName } from './shell/crumbs.tsx'
import { type ErrorCode, ErrorPage } from './shell/ErrorPage.tsx'
import { redirectHome, redirectSignedIn, requireArea, requirePasswordSaved, requireSession } from './shell/guards.ts'
import { Loading } from './shell/Loading.tsx'
import { PublicFrame } from './shell/PublicFrame.tsx'
import { Root } from './shell/Root.tsx'

type RouteNode = {
  path?: string
  id?: string
  crumb?: CrumbName
  area?: Area
  // biome-ignore lint/suspicious/noExplicitAny: the router's own argument
  beforeLoad?: (context: any) => unknown
  page?: ComponentType
  children?: RouteNode[]
}

const homePage = lazyPage(() => import('../home/HomePage.tsx'))
const errorRoute = (code: ErrorCode): RouteNode => ({ path: `/${code}`, page: () => <ErrorPage code={code} /> })
const passwordRoute = (path: string, purpose: 'activate' | 'reset'): RouteNode => ({
  path,
  page: lazyPage(() => import('../identity/sign-in/PasswordPage.tsx'), { purpose }),
})

const NotFound = () => <ErrorPage code={404} />

const companyRoute = (area: Area): RouteNode => ({
  path: '$company',
  crumb: 'company',
  page: lazyPage(() => import('../companies/CompanyGate.tsx'), { area }),
  children: [
    { path: '/', page: lazyPage(() => import('../home/CompanyPage.tsx'), { area }) },
    ...(area === 'account'
      ? []
      : [{ path: 'users', crumb: 'users' as const, page: lazyPage(() => import('../people/UsersPage.tsx'), { area }) }]),
    ...(area === 'admin'
      ? [{ path: 'invite-user', crumb: 'inviteUser' as const, page: lazyPage(() => import('../people/InviteUserPage.tsx')) }]
      : []),
    {
      path: 'machines',
      crumb: 'companyMachines',
      children: [
        { path: '/', page: lazyPage(() => import('../machines/CompanyMachinesPage.tsx'), { area }) },
        { path: '$machine', crumb: 'companyMachine', page: lazyPage(() => import('../machines/CompanyMachinePage.tsx'), { area }) },
      ],
    },
    {
      path: 'tickets',
      crumb: 'tickets',
      children: [
        { path: '/', page: lazyPage(() => import('../tickets/TicketsPage.tsx'), { area }) },
        ...(area === 'account'
          ? [{ path: 'new', crumb: 'newTicket' as const, page: lazyPage(() => import('../tickets/NewTicketPage.tsx')) }]
          : []),
        { path: '$ticket', crumb: 'ticket', page: lazyPage(() => import('../tickets/TicketPage.tsx'), { area }) },
      ],
    },
  ],
})

const catalogueRoute: RouteNode = {
  path: 'machines',
  crumb: 'catalogue',
  children: [
    { path: '/', page: lazyPage(() => import('../machines/CataloguePage.tsx')) },
    { path: '$machine', crumb: 'machine', page: lazyPage(() => import('../machines/MachinePage.tsx')) },
  ],
}

const teamRoute: RouteNode = {
  path: 'team',
  crumb: 'team',
  children: [
    { path: '/', page: lazyPage(() => import('../people/TeamPage.tsx')) },
    { path: 'invite', crumb: 'inviteColleague', page: lazyPage(() => import('../people/InviteColleaguePage.tsx')) },
  ],
}

const auditRoute: RouteNode = { path: 'audit', crumb: 'audit', page: lazyPage(() => import('../audit/AuditPage.tsx')) }

const mailRoute: RouteNode = { path: 'mail', crumb: 'mails', page: lazyPage(() => import('../mail/MailsPage.tsx')) }

const areaRoute = (area: 'admin' | 'staff'): RouteNode => ({
  path: `/${area}`,
  area,
  beforeLoad: requireArea(area),
  children: [
    { path: '/', page: lazyPage(() => import('../home/HomePage.tsx'), { area }) },
    { path: 'tickets', crumb: 'allTickets', page: lazyPage(() => import('../tickets/TicketsPage.tsx'), { area }) },
    {
      path: 'companies',
      crumb: 'companies',
      children: [{ path: '/', page: lazyPage(() => import('../companies/CompaniesPage.tsx'), { area }) }, companyRoute(area)],
    },
    ...(area === 'admin' ? [catalogueRoute, teamRoute, mailRoute, auditRoute] : []),
  ],
})

const routeNodes: RouteNode[] = [
  {
    id: 'public',
    page: PublicFrame,
    children: [
      { path: '/login', beforeLoad: redirectSignedIn, page: lazyPage(() => import('../identity/sign-in/LoginPage.tsx')) },
      { path: '/forgotpassword', page: lazyPage(() => import('../identity/sign-in/ForgotPasswordPage.tsx')) },
      passwordRoute('/activate', 'activate'),
      passwordRoute('/register', 'activate'),
      passwordRoute('/resetpassword', 'reset'),
      { path: '/phone-verification', beforeLoad: redirectHome },
      { path: '/registeration-success', beforeLoad: redirectHome },
      {
        path: '/invite-success',
        beforeLoad: requirePasswordSaved,
        page: lazyPage(() => import('../identity/sign-in/InviteSuccessPage.tsx')),
      },
      ...([400, 403, 404, 500, 503] as const).map(errorRoute),
    ],
  },
  { path: '/live/$ticket', beforeLoad: requireSession, page: lazyPage(() => import('../tickets/LivePage.tsx')) },
  {
    id: 'shell',
    beforeLoad: requireSession,
    page: lazyPage(() => import('./shell/Shell.tsx')),
    children: [
      { path: '/', page: homePage },
      { path: '/index', page: homePage },
      { path: '/security', crumb: 'security', page: lazyPage(() => import('../identity/account/SecurityPage.tsx')) },
      areaRoute('admin'),
      areaRoute('staff'),
      {
        path: '/accounts',
        crumb: 'accounts',
        area: 'account',
        beforeLoad: requireArea('account'),
        page: lazyPage(() => import('../companies/AccountsPage.tsx')),
      },
      {
        path: '/account',
        crumb: 'accounts',
        area: 'account',
        beforeLoad: requireArea('account'),
        children: [{ path: '/', page: NotFound }, companyRoute('account')],
      },
      { path: '$', page: NotFound },
    ],
  },
]

function buildRoutes(parent: AnyRoute, { path, id, crumb, area, beforeLoad, page, children = [] }: RouteNode): AnyRoute {
  const staticData = { ...(crumb && { crumb }), ...(area && { area }) }
  const options = {
    getParentRoute: () => parent,
    staticData,
    ...(path ? { path } : { id }),
    ...(beforeLoad && { beforeLoad }),
    ...(page && { component: page }),
  }
  const route: AnyRoute = createRoute(options as never)
  return route.addChildren(children.map(child => buildRoutes(route, child)))
}

const root = createRootRoute({ component: Root, notFoundComponent: NotFound })

export const router = createRouter({
  routeTree: root.addChildren(routeNodes.map(node => buildRoutes(root, node))),
  defaultPreload: 'intent',
  defaultPendingMs: 400, // a page that loads sooner shows no "Loading…"
  defaultPendingMinMs: 200,
  defaultPendingComponent: Loading,
  defaultErrorComponent: Broken,
  scrollRestoration: true,
  notFoundMode: 'root',
  // Search parameters are plain strings, without the router's JSON encoding.
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const text = new URLSearchParams(
      Object.entries(search).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]])),
    ).toString()
    return text && `?${text}`
  },
})
