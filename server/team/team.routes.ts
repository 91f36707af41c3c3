import { serve } from '#platform/http.ts'
import { asking, linkToPassOn } from '../users/links.ts'
import { inviteColleague, listTeam, remindColleague, removeColleague } from './team.ts'

export default serve('team', {
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
