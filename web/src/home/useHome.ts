import * as z from 'zod/mini'
import { home, timeZone } from '#contract/home.ts'
import { pollInterval } from '../data/live.ts'
import { useRouteQuery } from '../data/queries.ts'

/** The polling interval of a home page, in milliseconds. */
const homePollInterval = 12_000

/** Weeks and days follow the reader's time zone, where its name is a known one. */
const readerTimeZone = z.safeParse(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone).data
const query = readerTimeZone ? { timeZone: readerTimeZone } : {}
const polling = {
  refetchInterval: () => pollInterval(homePollInterval),
  refetchOnWindowFocus: 'always',
} as const

export const useTeamHome = () => useRouteQuery(home.ofTeam, { query }, polling)
export const useAccountHome = () => useRouteQuery(home.ofAccount, { query }, polling)
