import { useId } from 'react'
import { usePortal } from '../../data/portal.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import classes from '../../ui/form/RadioField.module.css'

type Props = { isChosen: boolean; onChange: (isChosen: boolean) => void }

/** Also shown before the policy is known, so that the form does
 * not move where the vendor permits it. */
export function KeepSignedIn({ isChosen, onChange }: Props) {
  const id = useId()
  const policy = usePortal()?.keptSessions
  if (policy === 'nobody') return null
  return (
    <label className={classes.option}>
      <input
        type="checkbox"
        checked={isChosen}
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-hint`}
        onChange={event => onChange(event.target.checked)}
      />
      <span>
        <span id={`${id}-name`}>{t.keepSignedIn}</span>
        <span id={`${id}-hint`} className={classes.hint}>
          <span>{t.keepSignedInHint}</span>{' '}
          {policy !== 'everyone' && <span>{t.keepNotForTeam}</span>}
        </span>
      </span>
    </label>
  )
}
