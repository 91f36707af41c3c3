import { team } from '#contract/people.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { linkToHandOver } from '../identity/passwords/activation-link.ts'
import { type InvitationServices, resendInvitation } from './invitations.ts'
import {
  findColleague,
  inviteColleague,
  listTeam,
  removeColleague,
  updateColleague,
} from './team.ts'

export default registerRoutes<typeof team, InvitationServices>('team', team, {
  list: ({ db, query }) => listTeam(db, query),
  invite: async call => {
    const { user, activation } = await inviteColleague(call.db, call.body, call)
    return { ...user, ...(await linkToHandOver(call, user.email, activation)) }
  },
  remind: async call => {
    const { user, activation } = await resendInvitation(
      call.db,
      call.params.user,
      () => findColleague(call.db, call.params.user),
      call,
    )
    return {
      message: call.t.invitationSent,
      ...(await linkToHandOver(call, user.email, activation)),
    }
  },
  update: async ({ db, actor, params, body, t, auditChanges, auditSubject }) => {
    const { user, changes } = await updateColleague(db, actor, params.user, body)
    auditChanges(changes)
    auditSubject(user.email)
    return { ...user, message: t.updated }
  },
  remove: ({ db, actor, params, body, t }) =>
    withMessage(t.deleted, removeColleague(db, actor, params.user, body)),
})
