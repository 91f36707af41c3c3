import { users } from '#contract/people.ts'
import type { routes } from '#contract/routes.ts'
import type { Call } from '#platform/http/calls.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { atCompany, lockCompany } from '../companies/companies.ts'
import { createContact } from '../companies/contacts.ts'
import { linkToHandOver } from '../identity/passwords/activation-link.ts'
import { describeCorrection } from './correct-email.ts'
import { assertMayInvite, type InvitationServices } from './invitations.ts'
import { findMember, inviteUser, listUsers, remindUser, removeUser, updateUser } from './users.ts'

export default registerRoutes<typeof users, InvitationServices>('users', users, {
  list: atCompany('team', ({ db, params, query }) => listUsers(db, params.company, query)),
  invite,
  remind: atCompany('team', remind),
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
  createContact: async ({ db, params, body, language, auditSubject }) => {
    await lockCompany(db, params.company)
    const id = await createContact(db, params.company, body, language)
    const contact = await findMember(db, params.company, id)
    auditSubject(contact.email || `${contact.name} ${contact.surname}`)
    return contact
  },
  inviteForStaff: async call => {
    await assertMayInvite(call.db, call.actor)
    return invite(call)
  },
  remindForStaff: atCompany('team', async call => {
    await assertMayInvite(call.db, call.actor)
    return remind(call)
  }),
  listForStaff: atCompany('team', ({ db, params, query }) => listUsers(db, params.company, query)),
})

type Invite = (typeof routes.users)['invite' | 'inviteForStaff']
async function invite(call: Call<Invite, InvitationServices>) {
  await lockCompany(call.db, call.params.company)
  const { user, activation } = await inviteUser(call.db, call.params.company, call.body, call)
  return { ...user, ...(await linkToHandOver(call, user.email, activation)) }
}

type Remind = (typeof routes.users)['remind' | 'remindForStaff']
async function remind(call: Call<Remind, InvitationServices>) {
  const { db, params, body } = call
  const { company } = params
  const { user, activation } = await remindUser(db, company, params.user, body?.email, call)
  return {
    message: user.pending ? call.t.invitationSent : call.t.invited(user.email),
    ...(await linkToHandOver(call, user.email, activation)),
  }
}
