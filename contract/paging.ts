import * as z from 'zod/mini'
import { limits } from './fields.ts'

/** The most rows that a page can reach to: past it a search is the way, and a list stays fast. */
export const mostCounted = 10_000

/** The most rows that a search gives, the newest of a list of tickets: nobody leafs through a thousand, and another word finds fewer. */
export const mostFound = 1_000

/** A whole number written in a query string. */
const whole = (min: number, max: number) =>
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'number')), z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))))

const page = z.optional(whole(0, mostCounted))
const size = z.optional(whole(1, 100))
/** What is looked for in a list. */
export const search = z.optional(
  z.string().check(
    z.trim(),
    z.maxLength(limits.search),
    z.refine(value => !value.includes('\0') && value.isWellFormed(), 'controlCharacters'),
  ),
)

/**
 * The query of a list. Without any of its fields the whole list is returned; with one, a page of it and `total`.
 * `sort` is a column, with `-` in front for the last first.
 */
export const listQuery = <const C extends string, const S extends Record<string, z.ZodMiniType> = Record<never, never>>(
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

/** What every list's query has in common. */
export type ListQuery = { page?: number | undefined; size?: number | undefined; sort?: string | undefined; search?: string | undefined }

/**
 * The answer of a list: its rows under their own name, and `total` when a page was asked for. With `more` there are others past the
 * `total`: they were not counted, so that a list costs the same however long it is.
 */
export const listOf = <const N extends string, T extends z.ZodMiniType>(name: N, row: T) =>
  z.object({ [name]: z.array(row), total: z.optional(z.int()), more: z.optional(z.literal(true)) } as Record<N, z.ZodMiniArray<T>> & {
    total: z.ZodMiniOptional<z.ZodMiniInt>
    more: z.ZodMiniOptional<z.ZodMiniLiteral<true>>
  })
