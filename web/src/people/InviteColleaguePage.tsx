import { paths } from '#contract/paths.ts'
import { TeamInvitation, team } from '#contract/people.ts'
import { useRouteMutation } from '../data/queries.ts'
import { administrationMessages, teamMessages as t } from '../messages/current.ts'
import { InvitePage } from './InvitePage.tsx'
import { RoleField } from './RoleField.tsx'

export default function InviteColleaguePage() {
  return (
    <InvitePage
      title={administrationMessages.inviteColleague}
      about={t.inviteAbout}
      schema={TeamInvitation}
      onInvite={useRouteMutation(team.invite)}
      inviteAnotherLabel={t.inviteAnother}
      usualLanguage={t.usualLanguage}
      list={{ to: paths.team, label: t.toTeam }}
    >
      <RoleField />
    </InvitePage>
  )
}
