import type { teamMessages as tr } from '../tr/team.ts'

export const teamMessages: typeof tr = {
  about: 'Your own people, who answer support tickets and run the portal.',
  role: 'Role',
  staff: 'Staff',
  admin: 'Domain administrator',
  staffAbout: 'Sees companies and machines, and answers support tickets.',
  adminAbout: 'Also manages companies, machines, users and the team.',
  none: 'Nobody is on the team yet',
  noneHint: 'Invite those who will answer support tickets.',
  inviteAbout: 'Whoever you invite sets a password and then works on your team.',
  usualLanguage: 'As yours',
  inviteAnother: 'Invite another colleague',
  toTeam: 'Go to the team',
  editColleague: 'Edit the colleague',
  newRoleAbout:
    'With another role they are signed out at once; it applies when they sign in again.',
  ownRoleAbout:
    'When you save, you are no longer an administrator and are signed out at once. Only another administrator can give this role back to you.',
  remove: 'Remove from the team',
  askRemove: 'Remove from the team?',
  removeAbout:
    'They are signed out at once and can no longer enter the portal. The messages they wrote stay.',
  revokeAbout: 'The link they were sent will no longer let them onto the team.',
}
