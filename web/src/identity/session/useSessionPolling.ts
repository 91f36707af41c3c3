import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pollInterval } from '../../data/live.ts'
import { meQuery, useMe } from './session.ts'

/** Detects within seconds that the session was ended elsewhere, on any instance of the server,
 * or that the user is no longer who the page was opened for, while the page is idle. */
export function useSessionPolling() {
  const router = useRouter()
  const me = useMe()
  const { data = me } = useQuery({
    ...meQuery,
    refetchInterval: () => pollInterval('session'),
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (data !== me) void router.invalidate()
  }, [data, me, router])
}
