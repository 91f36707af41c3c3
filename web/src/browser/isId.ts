import * as z from 'zod/mini'
import { id } from '#contract/fields.ts'

/** Whether a text of an address is a valid id; any other is not requested. */
export const isId = (text: string) => z.safeParse(id, text).success
