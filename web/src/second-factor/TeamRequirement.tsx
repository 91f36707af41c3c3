import { IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { secondFactor } from '#contract/second-factor.ts'
import { paths } from '../paths.ts'
import { useActionInPlace, useData } from '../queries.ts'
import { useMe } from '../sessions/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Tag } from '../ui/Tag.tsx'
import { secondFactorMessages as t } from './messages.ts'
import classes from './TeamRequirement.module.css'

/** Whether the team must sign in in two steps, and whether one may begin to require it. */
function useRequirement() {
  const { isAdmin } = useMe()
  const { data } = useData(secondFactor.requirement)
  const own = useData(secondFactor.status).data
  if (!data || !own) return null
  return { required: data.required, ownFirst: !data.required && !own.on && !isAdmin }
}

/** Whether the team must sign in in two steps, in words. It keeps its place until that is known. */
export function TeamStanding() {
  const here = useRequirement()
  return (
    <p className={classes.standing}>
      {t.title}: {here && <Tag tone={here.required ? 'good' : 'idle'}>{here.required ? t.required : t.notRequired}</Tag>}
      {here?.ownFirst && <Link to={paths.security}>{t.ownFirst}</Link>}
    </p>
  )
}

/** The button that changes it. */
export function TeamRequirement() {
  const here = useRequirement()
  const require = useActionInPlace(secondFactor.require, ({ message }) => message)
  const release = useActionInPlace(secondFactor.release, ({ message }) => message)
  if (!here || here.ownFirst) return null
  return here.required ? (
    <ConfirmButton
      icon={<IconShieldOff aria-hidden />}
      ask={t.askRelease}
      about={<p>{t.releaseAbout}</p>}
      yes={t.release}
      onYes={() => release({})}
    />
  ) : (
    <ConfirmButton
      icon={<IconShieldLock aria-hidden />}
      ask={t.askRequire}
      about={<p>{t.requireAbout}</p>}
      yes={t.require}
      onYes={() => require({})}
    />
  )
}
