import { team } from '#contract/team.ts'
import { serve } from '#platform/http/http.ts'
import { invitationContext, linkToHandOver } from '../identity/passwords/activation-link.ts'
import { inviteColleague, listTeam, removeColleague, resendColleagueInvitation } from './team.ts'

export default serve('team', team, {
  list: ({ db, query }) => listTeam(db, query),
  invite: async call => {
    const { user, activation } = await inviteColleague(call.db, call.body, invitationContext(call))
    return { ...user, ...linkToHandOver(call, user.email, activation) }
  },
  remind: async call => {
    const { user, activation } = await resendColleagueInvitation(call.db, call.params.user, invitationContext(call))
    return { message: call.t.invitationSent, ...linkToHandOver(call, user.email, activation) }
  },
  remove: async ({ db, actor, params, body, t }) => {
    await removeColleague(db, actor, params.user, body)
    return { message: t.deleted }
  },
})
