import { paths } from '#contract/paths.ts'
import { TeamInvitation, TeamRole, team } from '#contract/people.ts'
import { useRouteMutation } from '../data/queries.ts'
import { administrationMessages, teamMessages as t } from '../messages/current.ts'
import classes from './InviteColleaguePage.module.css'
import { InvitePage } from './InvitePage.tsx'

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

const RoleField = () => (
  <fieldset className={classes.roles}>
    <legend>{t.role}</legend>
    {TeamRole.options.map(role => (
      <label key={role} className={classes.role}>
        <input type="radio" name="role" value={role} defaultChecked={role === 'staff'} />
        <span>
          <strong>{t[role]}</strong>
          <span className={classes.about}>{role === 'staff' ? t.staffAbout : t.adminAbout}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
