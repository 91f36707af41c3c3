import { TeamInvitation, team } from '#contract/team.ts'
import { useRouteMutation } from '../data/queries.ts'
import { teamMessages as t } from '../messages/current.ts'
import { paths } from '../navigation/paths.ts'
import { InvitePage } from './InvitePage.tsx'
import { RoleField } from './RoleField.tsx'

export default function InviteColleaguePage() {
  return (
    <InvitePage
      title={t.invite}
      about={t.inviteAbout}
      schema={TeamInvitation}
      onInvite={useRouteMutation(team.invite)}
      inviteAnotherLabel={t.inviteAnother}
      list={{ to: paths.team, label: t.toTeam }}
    >
      <RoleField />
    </InvitePage>
  )
}
