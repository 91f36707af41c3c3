import type { File } from '#contract/files.ts'
import { scanInterval } from '../data/intervals.ts'

/** Links to a file's bytes expire after ten minutes; open
 * lists are refetched well before, in milliseconds. */
export const linkLifetime = 4 * 60_000

type Files = readonly Pick<File, 'state'>[] | undefined

const isBeingChecked = (files: Files) => files?.some(({ state }) => state === 'checking') ?? false

/** Refetch interval of files on screen, in milliseconds: short
 * during a malware check, else before their links expire. */
export const refetchWhileChecking = (files: Files) =>
  isBeingChecked(files) ? scanInterval : linkLifetime
