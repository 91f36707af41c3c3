import { lazy, Suspense, useState } from 'react'
import { hasUnopenedTickets } from '../../data/drafts.ts'
import { useMe } from '../../identity/session/session.ts'

const UnopenedTickets = lazy(() => import('./UnopenedTickets.tsx'))

/** Above a list of tickets; few users have any, so few load what shows them. */
export function WaitingTickets() {
  const { _id } = useMe()
  const [isAny] = useState(() => hasUnopenedTickets(_id))
  return (
    isAny && (
      <Suspense>
        <UnopenedTickets />
      </Suspense>
    )
  )
}
