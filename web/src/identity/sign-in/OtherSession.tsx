import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Me } from '#contract/identity.ts'
import { sessionMessages as t } from '../../messages/current.ts'
import { Notice } from '../../ui/layout/Notice.tsx'

/** Says on a page for one person that another one is signed in. */
export function OtherSession({
  isFor,
  children,
}: {
  isFor: (me: Me) => boolean
  children?: ReactNode
}) {
  const { me } = useRouteContext({ strict: false })
  if (!me || isFor(me)) return null
  return (
    <Notice tone="idle">
      <p>{t.otherSession(me.email)}</p>
      {children}
    </Notice>
  )
}
