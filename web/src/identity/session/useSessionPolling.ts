import { useQuery } from '@tanstack/react-query'
import { pollInterval } from '../../data/live.ts'
import { meQuery } from './session.ts'

/** Detects within seconds that the session was ended elsewhere,
 * on any instance of the server, while the page is idle. */
export const useSessionPolling = () =>
  useQuery({
    ...meQuery,
    refetchInterval: () => pollInterval('session'),
    refetchOnWindowFocus: 'always',
  })
