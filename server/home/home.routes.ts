import { admin } from '#contract/actor.ts'
import { home } from '#contract/home.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { readHomeOfAccount, readHomeOfTeam } from './home.ts'

export default registerRoutes('home', home, {
  ofTeam: ({ db, actor, domain, query: { timeZone } }) =>
    readHomeOfTeam(db, { userId: actor.userId, domain, timeZone }, { mails: admin(actor) }),
  ofAccount: ({ db, actor, domain, query: { timeZone } }) =>
    readHomeOfAccount(db, { userId: actor.userId, domain, timeZone }),
})
