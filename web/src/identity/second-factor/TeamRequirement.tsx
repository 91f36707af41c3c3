import { IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { secondFactor } from '#contract/second-factor.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { paths } from '../../navigation/paths.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { ConfirmButton } from '../../ui/dialog/ConfirmButton.tsx'
import { useMe } from '../session/session.ts'
import { secondFactorMessages as t } from './messages.ts'
import classes from './TeamRequirement.module.css'

/** Whether the team must sign in in two steps, and whether one may begin to require it. */
function useRequirement() {
  const { isAdmin } = useMe()
  const { data } = useRouteQuery(secondFactor.requirement)
  const own = useRouteQuery(secondFactor.status).data
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
  const require = useRouteMutationInPlace(secondFactor.require, ({ message }) => message)
  const release = useRouteMutationInPlace(secondFactor.release, ({ message }) => message)
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
