import type { userMessages as tr } from '../tr/users.ts'

export const userMessages: typeof tr = {
  title: 'Users',
  pending: 'Invited',
  contact: 'Cannot sign in',
  none: 'No users yet',
  noneAdmin:
    "Invite the company's people, so that they see their machines and open support tickets.",
  noneStaff: 'Users appear here once an administrator invites them.',
  usersCount: count => (count === '1' ? '1 user' : `${count} users`),
  invite: 'Invite user',
  inviteTile: 'Give somebody access',
}
