import { serve } from '#platform/http.ts'
import { readHomeOfAccount, readHomeOfTeam } from './home.ts'

export default serve('home', {
  ofTeam: ({ db, domain, query: { timeZone } }) => readHomeOfTeam(db, { domain, timeZone }),
  ofAccount: ({ db, actor, domain, query: { timeZone } }) => readHomeOfAccount(db, actor, { domain, timeZone }),
})
