import { use } from 'react'
import { TeamRole } from '#contract/people.ts'
import { teamMessages as t } from '../messages/current.ts'
import { FormState } from '../ui/form/Form.tsx'
import classes from './RoleField.module.css'

export function RoleField({ onRole }: { onRole?: (role: TeamRole) => void }) {
  const { role: initialRole = 'staff' } = use(FormState).initial
  return (
    <fieldset className={classes.roles}>
      <legend>{t.role}</legend>
      {TeamRole.options.map(role => (
        <label key={role} className={classes.role}>
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === initialRole}
            onChange={() => onRole?.(role)}
          />
          <span>
            <strong>{t[role]}</strong>
            <span className={classes.about}>{role === 'staff' ? t.staffAbout : t.adminAbout}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
