import { TeamRole } from '#contract/team.ts'
import { teamMessages as t } from '../messages/current.ts'
import classes from './RoleField.module.css'

export const RoleField = () => (
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
