import { audit } from './audit.ts'
import { companies } from './companies.ts'
import { files } from './files.ts'
import { home } from './home.ts'
import { secondFactor, sessions } from './identity.ts'
import { live } from './live.ts'
import { machines } from './machines.ts'
import { mails } from './mail.ts'
import { mailIn } from './mail-in.ts'
import { notifications } from './notifications.ts'
import { team, users } from './people.ts'
import { profile } from './profile.ts'
import { push } from './push.ts'
import type { Route } from './route.ts'
import { savedReplies } from './saved-replies.ts'
import { ticketFilters } from './ticket-filters.ts'
import { ticketNotes } from './ticket-notes.ts'
import { tickets } from './tickets.ts'
import { topics } from './topics.ts'
import { vendors } from './vendors.ts'

export const routes = {
  sessions,
  secondFactor,
  profile,
  companies,
  machines,
  users,
  team,
  tickets,
  ticketFilters,
  ticketNotes,
  savedReplies,
  topics,
  files,
  home,
  audit,
  mails,
  mailIn,
  notifications,
  push,
  live,
  vendors,
}

type Routes = typeof routes
/** `feature.verb`, for tables that need a line for every route. */
export type RouteName = { [F in keyof Routes]: `${F}.${keyof Routes[F] & string}` }[keyof Routes]

/** All calls in a list, each with its name `feature.verb`. */
export const everyRoute = Object.entries(routes).flatMap(([feature, verbs]) =>
  Object.entries(verbs).map(([verb, route]) => ({
    name: `${feature}.${verb}` as RouteName,
    route: route as Route,
  })),
)
