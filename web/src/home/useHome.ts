import * as z from 'zod/mini'
import { timeZone } from '#contract/fields.ts'
import { home } from '#contract/home.ts'
import { pollInterval } from '../data/live.ts'
import { useRouteQuery } from '../data/queries.ts'

/** Weeks and days follow the reader's time zone, where its name is a known one. */
const readerTimeZone = z.safeParse(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone).data
const query = readerTimeZone ? { timeZone: readerTimeZone } : {}
const polling = {
  refetchInterval: () => pollInterval('home'),
  refetchOnWindowFocus: 'always',
} as const

export const useTeamHome = () => useRouteQuery(home.ofTeam, { query }, polling)
export const useAccountHome = () => useRouteQuery(home.ofAccount, { query }, polling)
