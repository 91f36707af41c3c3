import { team } from '#contract/team.ts'
import { serve } from '#platform/http/http.ts'
import { asking, linkToPassOn } from '../identity/passwords/activation-link.ts'
import { inviteColleague, listTeam, remindColleague, removeColleague } from './team.ts'

export default serve('team', team, {
  list: ({ db, query }) => listTeam(db, query),
  invite: async call => {
    const { user, activation } = await inviteColleague(call.db, call.body, asking(call))
    return { ...user, ...linkToPassOn(call, user.email, activation) }
  },
  remind: async call => {
    const { user, activation } = await remindColleague(call.db, call.params.user, asking(call))
    return { message: call.say.invitationSent, ...linkToPassOn(call, user.email, activation) }
  },
  remove: async ({ db, actor, params, body, say }) => {
    await removeColleague(db, actor, params.user, body)
    return { message: say.deleted }
  },
})
