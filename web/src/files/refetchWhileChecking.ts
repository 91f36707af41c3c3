import type { File } from '#contract/files.ts'
import { linkLifetime } from './linkLifetime.ts'

type Files = readonly Pick<File, 'state'>[] | undefined

/** Whether one of them will be given out in a moment, or not. */
export const isBeingChecked = (files: Files) => files?.some(({ state }) => state === 'checking') ?? false

/** When files that are looked at are asked for again, in milliseconds: soon while one is being checked, else before their links end. */
export const refetchWhileChecking = (files: Files) => (isBeingChecked(files) ? 2_000 : linkLifetime)
