import { TeamRole } from '#contract/team.ts'
import classes from './RoleField.module.css'
import { teamMessages as t } from './teamMessages.ts'

const about = { staff: t.staffAbout, admin: t.adminAbout }

export const RoleField = () => (
  <fieldset className={classes.roles}>
    <legend>{t.role}</legend>
    {TeamRole.options.map(role => (
      <label key={role} className={classes.role}>
        <input type="radio" name="role" value={role} defaultChecked={role === 'staff'} />
        <span>
          <strong>{t[role]}</strong>
          <span className={classes.about}>{about[role]}</span>
        </span>
      </label>
    ))}
  </fieldset>
)
