import { users } from '#contract/users.ts'
import { serve } from '#platform/http/http.ts'
import { holdCompany, requireCompany } from '../companies/companies.ts'
import { asking, linkToPassOn } from '../identity/passwords/activation-link.ts'
import { inviteUser, listUsers, remindUser, removeUser } from './users.ts'

export default serve('users', users, {
  list: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'team')
    return listUsers(db, params.company, query)
  },
  invite: async call => {
    await holdCompany(call.db, call.params.company)
    const { user, activation } = await inviteUser(call.db, call.params.company, call.body, asking(call))
    return { ...user, ...linkToPassOn(call, user.email, activation) }
  },
  remind: async call => {
    await requireCompany(call.db, call.actor, call.params.company, 'team')
    const { user, activation } = await remindUser(call.db, call.params.company, call.params.user, asking(call))
    return { message: call.say.invitationSent, ...linkToPassOn(call, user.email, activation) }
  },
  remove: async ({ db, actor, params, body, say }) => {
    await requireCompany(db, actor, params.company, 'team')
    await removeUser(db, params.company, params.user, body)
    return { message: say.deleted }
  },
  listForStaff: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'team')
    return listUsers(db, params.company, query)
  },
})
