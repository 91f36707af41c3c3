import { users } from '#contract/users.ts'
import { serve } from '#platform/http/http.ts'
import { lockCompany, requireCompany } from '../companies/companies.ts'
import { invitationContext, linkToHandOver } from '../identity/passwords/activation-link.ts'
import { inviteUser, listUsers, removeUser, resendUserInvitation } from './users.ts'

export default serve('users', users, {
  list: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'team')
    return listUsers(db, params.company, query)
  },
  invite: async call => {
    await lockCompany(call.db, call.params.company)
    const { user, activation } = await inviteUser(call.db, call.params.company, call.body, invitationContext(call))
    return { ...user, ...linkToHandOver(call, user.email, activation) }
  },
  remind: async call => {
    await requireCompany(call.db, call.actor, call.params.company, 'team')
    const { user, activation } = await resendUserInvitation(call.db, call.params.company, call.params.user, invitationContext(call))
    return { message: call.t.invitationSent, ...linkToHandOver(call, user.email, activation) }
  },
  remove: async ({ db, actor, params, body, t }) => {
    await requireCompany(db, actor, params.company, 'team')
    await removeUser(db, params.company, params.user, body)
    return { message: t.deleted }
  },
  listForStaff: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'team')
    return listUsers(db, params.company, query)
  },
})
