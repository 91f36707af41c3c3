import { IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { secondFactor } from '#contract/identity.ts'
import { paths } from '#contract/paths.ts'
import { useRouteMutationInPlace, useRouteQuery } from '../../data/queries.ts'
import { secondFactorMessages as t } from '../../messages/current.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { ConfirmButton } from '../../ui/dialog/ConfirmDialog.tsx'
import { useMe } from '../session/session.ts'
import classes from './TeamRequirement.module.css'

/** Whether the team must use two-step sign-in, and whether
 * the user must turn it on first to require it. */
function useRequirement() {
  const { isAdmin } = useMe()
  const { data } = useRouteQuery(secondFactor.requirement)
  const ownStatus = useRouteQuery(secondFactor.status).data
  if (!data || !ownStatus) return null
  return { required: data.required, needsOwnFirst: !data.required && !ownStatus.on && !isAdmin }
}

export function TeamRequirementStatus() {
  const requirement = useRequirement()
  return (
    <p className={classes.requirement}>
      <span>{`${t.title}:`}</span>
      {requirement && (
        <Tag tone={requirement.required ? 'good' : 'idle'}>
          {requirement.required ? t.required : t.notRequired}
        </Tag>
      )}
      {requirement?.needsOwnFirst && <Link to={paths.security}>{t.ownFirst}</Link>}
    </p>
  )
}

export function TeamRequirement() {
  const requirement = useRequirement()
  const require = useRouteMutationInPlace(secondFactor.require, ({ message }) => message)
  const release = useRouteMutationInPlace(secondFactor.release, ({ message }) => message)
  if (!requirement || requirement.needsOwnFirst) return null
  return requirement.required ? (
    <ConfirmButton
      icon={IconShieldOff}
      title={t.askRelease}
      about={<p>{t.releaseAbout}</p>}
      confirmLabel={t.release}
      onConfirm={() => release({})}
    />
  ) : (
    <ConfirmButton
      icon={IconShieldLock}
      title={t.askRequire}
      about={<p>{t.requireAbout}</p>}
      confirmLabel={t.require}
      onConfirm={() => require({})}
    />
  )
}
