import { lazy, Suspense, useState } from 'react'
import { hasUnsentMessages } from '../../data/drafts.ts'
import { useMe } from '../../identity/session/session.ts'

const UnopenedTickets = lazy(() => import('./UnopenedTickets.tsx'))

/** Above a list of tickets: what waits for the connection. Few users have any, so few load it. */
export function WaitingTickets() {
  const { _id } = useMe()
  const [isAny] = useState(() => hasUnsentMessages(_id))
  return (
    isAny && (
      <Suspense>
        <UnopenedTickets />
      </Suspense>
    )
  )
}
