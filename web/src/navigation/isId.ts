import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'

/** Whether what an address says can be the id of something: what cannot is not asked for. */
export const isId = (text: string) => z.safeParse(id, text).success
