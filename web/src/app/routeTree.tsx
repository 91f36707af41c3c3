import type { ReactNode } from 'react'
import type { Me } from '#contract/identity.ts'
import type { Area } from '#contract/paths.ts'
import { areaOf } from '../identity/session/session.ts'
import { withAdminMessages } from '../messages/current.ts'
import { prefetchLive, prefetchTicket } from '../tickets/prefetchTicket.ts'
import { lazyPage, type PageComponent } from './lazyPage.tsx'
import type { CrumbName } from './shell/crumbs.tsx'
import { type ErrorCode, ErrorPage } from './shell/ErrorPage.tsx'
import {
  type GuardContext,
  loadUser,
  redirectSignedIn,
  requireArea,
  requireSession,
  requireTeam,
  showLanguageOfMail,
} from './shell/guards.ts'
import { PublicFrame } from './shell/PublicFrame.tsx'

type Options<Ids extends string> = {
  id?: string
  crumb?: CrumbName
  area?: Area
  beforeLoad?: (context: GuardContext) => unknown
  page?: PageComponent<Ids>
  /** Requests what the page shows first, in parallel with its code. */
  prefetch?(ids: Record<Ids, string>, me: Me): Promise<unknown>
  children?: RouteNode<Ids>[]
}
/** A route; `Ids` are the ids that the path above it must have. */
export type RouteNode<Ids extends string> = Options<string> & { path: string; ids?: Ids }
type IdIn<Path extends string> = Path extends `${string}$${infer Id}` ? Id : never

/** Declares a route. Ids in `path` reach the pages of the route and of
 * its children as props: one that a page lacks does not compile. */
const route = <const Path extends string, Ids extends string = never>(
  path: Path,
  options: Options<Ids>,
): RouteNode<Exclude<Ids, IdIn<Path>>> => ({ path, ...options })

const rarePage = (load: () => Promise<{ default: () => ReactNode }>) =>
  lazyPage(withAdminMessages(load))

const homePage = lazyPage(() => import('../home/HomePage.tsx'))
const errorRoute = (code: ErrorCode, beforeLoad?: Options<never>['beforeLoad']) =>
  route(`/${code}`, { page: () => <ErrorPage code={code} />, ...(beforeLoad && { beforeLoad }) })
const accountReadyRoute = (path: string, text: 'invitedBefore' | 'registeredBefore') =>
  route(path, {
    beforeLoad: loadUser,
    page: lazyPage(() => import('../identity/sign-in/InviteSuccessPage.tsx'), { text }),
  })
const passwordRoute = (path: string, purpose: 'activate' | 'reset') =>
  route(path, {
    beforeLoad: loadUser,
    page: lazyPage(() => import('../identity/sign-in/PasswordPage.tsx'), { purpose }),
  })

export const UnknownPage = () => <ErrorPage code={404} />

const companyRoute = (area: Area) =>
  route('$company', {
    crumb: 'company',
    page: lazyPage(() => import('../companies/CompanyGate.tsx'), { area }),
    children: [
      route('/', { page: lazyPage(() => import('../home/CompanyPage.tsx'), { area }) }),
      ...(area === 'account'
        ? []
        : [
            route('users', {
              crumb: 'users',
              page: lazyPage(
                withAdminMessages(() => import('../people/UsersPage.tsx')),
                { area },
              ),
            }),
            route('invite-user', {
              crumb: 'inviteUser',
              page: lazyPage(
                withAdminMessages(() => import('../people/InviteUserPage.tsx')),
                { area },
              ),
            }),
          ]),
      route('machines', {
        crumb: 'companyMachines',
        children: [
          route('/', {
            page: lazyPage(() => import('../machines/CompanyMachinesPage.tsx'), { area }),
          }),
          route('$machine', {
            crumb: 'companyMachine',
            page: lazyPage(() => import('../machines/CompanyMachinePage.tsx'), { area }),
          }),
        ],
      }),
      route('tickets', {
        crumb: 'tickets',
        children: [
          route('/', {
            page:
              area === 'account'
                ? lazyPage(() => import('../tickets/queue/TicketsPage.tsx'))
                : lazyPage(() => import('../tickets/queue/QueuePage.tsx'), { area }),
          }),
          ...(area === 'account'
            ? [
                route('new', {
                  crumb: 'newTicket',
                  page: lazyPage(() => import('../tickets/opening/NewTicketPage.tsx'), { area }),
                }),
              ]
            : []),
          route('$ticket', {
            crumb: 'ticket',
            page: lazyPage(() => import('../tickets/page/TicketPage.tsx'), { area }),
            prefetch: ids => prefetchTicket(area, ids),
          }),
        ],
      }),
    ],
  })

const catalogueRoute = route('machines', {
  crumb: 'catalogue',
  children: [
    route('/', { page: lazyPage(() => import('../machines/CataloguePage.tsx')) }),
    route('$machine', {
      crumb: 'machine',
      page: lazyPage(() => import('../machines/MachinePage.tsx')),
    }),
  ],
})

const teamRoute = route('team', {
  crumb: 'team',
  children: [
    route('/', { page: rarePage(() => import('../people/TeamPage.tsx')) }),
    route('invite', {
      crumb: 'inviteColleague',
      page: rarePage(() => import('../people/InviteColleaguePage.tsx')),
    }),
  ],
})

const auditRoute = route('audit', {
  crumb: 'audit',
  page: rarePage(() => import('../audit/AuditPage.tsx')),
})

const mailRoute = route('mail', {
  crumb: 'mails',
  children: [
    route('/', { page: rarePage(() => import('../mail/MailsPage.tsx')) }),
    route('sender', {
      crumb: 'mailSender',
      page: rarePage(() => import('../mail/SenderPage.tsx')),
    }),
    route('received', {
      crumb: 'receivedMails',
      page: rarePage(() => import('../mail/ReceivedMailsPage.tsx')),
    }),
  ],
})

const settingsRoute = route('settings', {
  crumb: 'settings',
  children: [
    route('/', { page: rarePage(() => import('../vendors/SettingsPage.tsx')) }),
    route('targets', {
      crumb: 'targets',
      page: rarePage(() => import('../vendors/TargetsPage.tsx')),
    }),
    route('topics', {
      crumb: 'topics',
      page: rarePage(() => import('../tickets/topics/TopicsPage.tsx')),
    }),
  ],
})

const areaRoute = (area: 'admin' | 'staff') =>
  route(`/${area}`, {
    area,
    beforeLoad: requireArea(area),
    children: [
      route('/', { page: lazyPage(() => import('../home/HomePage.tsx'), { area }) }),
      route('tickets', {
        crumb: 'allTickets',
        children: [
          route('/', { page: lazyPage(() => import('../tickets/queue/QueuePage.tsx'), { area }) }),
          route('new', {
            crumb: 'newTicket',
            page: lazyPage(
              withAdminMessages(() => import('../tickets/opening/NewTicketPage.tsx')),
              { area },
            ),
          }),
        ],
      }),
      route('companies', {
        crumb: 'companies',
        children: [
          route('/', { page: lazyPage(() => import('../companies/CompaniesPage.tsx'), { area }) }),
          companyRoute(area),
        ],
      }),
      ...(area === 'admin'
        ? [catalogueRoute, teamRoute, mailRoute, auditRoute, settingsRoute]
        : []),
    ],
  })

export const routeTree: RouteNode<never>[] = [
  route('', {
    id: 'public',
    page: PublicFrame,
    children: [
      route('/login', {
        beforeLoad: redirectSignedIn,
        page: lazyPage(() => import('../identity/sign-in/LoginPage.tsx')),
      }),
      route('/unsubscribe', {
        beforeLoad: showLanguageOfMail,
        page: lazyPage(() => import('../notifications/settings/UnsubscribePage.tsx')),
      }),
      route('/forgotpassword', {
        page: lazyPage(() => import('../identity/sign-in/ForgotPasswordPage.tsx')),
      }),
      passwordRoute('/activate', 'activate'),
      passwordRoute('/register', 'activate'),
      passwordRoute('/resetpassword', 'reset'),
      route('/confirm-email', {
        page: lazyPage(() => import('../identity/sign-in/ConfirmEmailPage.tsx')),
      }),
      route('/phone-verification', {
        page: lazyPage(() => import('../identity/sign-in/PhoneVerificationPage.tsx')),
      }),
      accountReadyRoute('/invite-success', 'invitedBefore'),
      // as the specification spells it
      accountReadyRoute('/registeration-success', 'registeredBefore'),
      ...([400, 404, 500, 503] as const).map(code => errorRoute(code)),
      errorRoute(403, loadUser),
    ],
  }),
  route('/live/$ticket', {
    beforeLoad: requireSession,
    page: lazyPage(() => import('../tickets/page/LivePage.tsx')),
    prefetch: (ids, me) => prefetchLive(areaOf(me), ids),
  }),
  route('', {
    id: 'shell',
    beforeLoad: requireSession,
    page: lazyPage(() => import('./shell/Shell.tsx')),
    children: [
      route('/', { page: homePage }),
      route('/index', { page: homePage }),
      route('/t/$number', {
        page: lazyPage(() => import('../tickets/page/TicketByNumberPage.tsx')),
      }),
      route('/settings/profile', {
        crumb: 'profile',
        page: rarePage(() => import('../identity/account/ProfilePage.tsx')),
      }),
      route('/security', {
        crumb: 'security',
        page: rarePage(() => import('../identity/account/SecurityPage.tsx')),
      }),
      route('/notifications', {
        crumb: 'notifications',
        page: lazyPage(() => import('../notifications/NotificationsPage.tsx')),
      }),
      route('/settings/notifications', {
        crumb: 'notificationSettings',
        page: rarePage(() => import('../notifications/settings/NotificationSettingsPage.tsx')),
      }),
      route('/settings/replies', {
        crumb: 'savedReplies',
        beforeLoad: requireTeam,
        page: rarePage(() => import('../tickets/replies/SavedRepliesPage.tsx')),
      }),
      areaRoute('admin'),
      areaRoute('staff'),
      route('/accounts', {
        crumb: 'accounts',
        area: 'account',
        beforeLoad: requireArea('account'),
        page: lazyPage(() => import('../companies/AccountsPage.tsx')),
      }),
      route('/account', {
        crumb: 'accounts',
        area: 'account',
        beforeLoad: requireArea('account'),
        children: [route('/', { page: UnknownPage }), companyRoute('account')],
      }),
      route('$', { page: UnknownPage }),
    ],
  }),
]
