import { team } from '#contract/people.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { linkToHandOver } from '../identity/passwords/activation-link.ts'
import { describeCorrection } from './correct-email.ts'
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
  update: async call => {
    const { user, changes, sent } = await updateColleague(
      call.db,
      call.params.user,
      call.body,
      call,
    )
    call.auditChanges(changes)
    call.auditSubject(user.email)
    return { ...user, ...(await describeCorrection(call, user.email, sent)) }
  },
  remove: ({ db, actor, params, body, t }) =>
    withMessage(t.deleted, removeColleague(db, actor, params.user, body)),
})
