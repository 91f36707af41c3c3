import type { File } from '#contract/files.ts'
import { linksGoodFor } from './linksGoodFor.ts'

type Files = readonly Pick<File, 'state'>[] | undefined

/** Whether one of them will be given out in a moment, or not. */
export const beingChecked = (files: Files) => files?.some(({ state }) => state === 'checking') ?? false

/** When files that are looked at are asked for again, in milliseconds: soon while one is being checked, else before their links end. */
export const askAgain = (files: Files) => (beingChecked(files) ? 2_000 : linksGoodFor)
