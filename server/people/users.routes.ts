import { users } from '#contract/people.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { atCompany, lockCompany } from '../companies/companies.ts'
import { linkToHandOver } from '../identity/passwords/activation-link.ts'
import { describeCorrection } from './correct-email.ts'
import { type InvitationServices, resendInvitation } from './invitations.ts'
import { findMember, inviteUser, listUsers, removeUser, updateUser } from './users.ts'

export default registerRoutes<typeof users, InvitationServices>('users', users, {
  list: atCompany('team', ({ db, params, query }) => listUsers(db, params.company, query)),
  invite: async call => {
    await lockCompany(call.db, call.params.company)
    const { user, activation } = await inviteUser(call.db, call.params.company, call.body, call)
    return { ...user, ...(await linkToHandOver(call, user.email, activation)) }
  },
  remind: atCompany('team', async call => {
    const { db, params } = call
    const { user, activation } = await resendInvitation(
      db,
      params.user,
      () => findMember(db, params.company, params.user),
      call,
    )
    return {
      message: call.t.invitationSent,
      ...(await linkToHandOver(call, user.email, activation)),
    }
  }),
  update: atCompany('team', async call => {
    const { db, params, body } = call
    const { user, changes, sent } = await updateUser(db, params.company, params.user, body, call)
    call.auditChanges(changes)
    call.auditSubject(user.email)
    return { ...user, ...(await describeCorrection(call, user.email, sent)) }
  }),
  remove: atCompany('team', ({ db, params, body, t }) =>
    withMessage(t.deleted, removeUser(db, params.company, params.user, body)),
  ),
  listForStaff: atCompany('team', ({ db, params, query }) => listUsers(db, params.company, query)),
})
