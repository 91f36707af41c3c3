import * as z from 'zod/mini'
import { emptyUnlessSeen } from './fields.ts'
import { limits } from './limits.ts'
import { isWellFormed } from './text/controls.ts'
import { withSingleBlanks } from './text/turkish.ts'

/** The last row that a page can reach; beyond it only a search does, which keeps lists fast. */
export const maxCountedRows = 10_000

/** The most rows that a search returns; the newest ones in a list of tickets. */
export const maxFoundRows = 1_000

/** A whole number in a query. */
export const wholeNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, 'number')),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  )

const page = z.optional(wholeNumber(0, maxCountedRows))
const size = z.optional(wholeNumber(1, 100))
export const search = z.optional(
  z.string().check(
    z.trim(),
    emptyUnlessSeen(),
    z.overwrite(withSingleBlanks),
    z.maxLength(limits.search),
    z.refine(value => !value.includes('\0') && isWellFormed(value), 'controlCharacters'),
  ),
)

/** A list's query: without any of these fields the whole list is
 * returned, with one a page and `total`. `sort` is a column, descending with `-`. */
export const listQuery = <
  const C extends string,
  const S extends Record<string, z.ZodMiniType> = Record<never, never>,
>(
  columns: readonly C[],
  more?: S,
) =>
  z.object({
    page,
    size,
    sort: z.optional(z.enum(columns.flatMap(column => [column, `-${column}`]) as (C | `-${C}`)[])),
    search,
    ...(more as S),
  })

export type ListQuery = {
  page?: number | undefined
  size?: number | undefined
  sort?: string | undefined
  search?: string | undefined
}

/** A list's answer: its rows under `name`, and `total` for a page.
 * With `more`, rows beyond `total` exist that were not counted. */
export const listOf = <const N extends string, T extends z.ZodMiniType>(name: N, row: T) =>
  z.object({
    [name]: z.array(row),
    total: z.optional(z.int()),
    more: z.optional(z.literal(true)),
  } as Record<N, z.ZodMiniArray<T>> & {
    total: z.ZodMiniOptional<z.ZodMiniInt>
    more: z.ZodMiniOptional<z.ZodMiniLiteral<true>>
  })
