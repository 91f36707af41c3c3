import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { home, timeZone } from '#contract/home.ts'
import { queryFor } from '../data/queries.ts'

/** A home that is looked at is asked for again this often, in milliseconds. */
const every = 12_000

/** Weeks and days are those of the reader's clock, where its time zone is one that is known by name. */
const zone = z.safeParse(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone).data
const query = zone ? { timeZone: zone } : {}
const live = { refetchInterval: every, refetchOnWindowFocus: 'always' } as const

export const useHomeOfTeam = () => useQuery({ ...queryFor(home.ofTeam, { query }), ...live })
export const useHomeOfAccount = () => useQuery({ ...queryFor(home.ofAccount, { query }), ...live })
