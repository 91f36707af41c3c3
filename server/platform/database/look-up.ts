import { type JoinBuilder, type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Schema } from './schema.ts'

type TableWithId = {
  [T in keyof Schema]: Schema[T] extends { id: unknown; vendorId: unknown } ? T : never
}[keyof Schema]

// PostgreSQL keeps one plan for all vendors: without a literal
// `limit 1` one made for a small vendor reads whole tables.
/** The row whose id is in `idColumn`, such as `t.companyId`,
 * of the same vendor; for a lateral join. */
export const lookUp = <T extends TableWithId>(
  db: Kysely<Schema>,
  table: T,
  idColumn: `${string}.${string}`,
) =>
  db
    .selectFrom<'users'>(table as 'users')
    .where(sql.ref(`${table}.vendorId`), '=', sql.ref(`${idColumn.split('.')[0]}.vendorId`))
    .where(sql.ref(`${table}.id`), '=', sql.ref(idColumn))
    .limit(sql.lit(1)) as unknown as SelectQueryBuilder<Schema, T, Record<never, never>>

// biome-ignore lint/suspicious/noExplicitAny: of any join
export const onTrue = (join: JoinBuilder<any, any>) => join.onTrue()

/** Joins the row whose id is in `idColumn`, such as `mails.userId`,
 * of the same vendor; `table` is its name or alias. */
export const byId =
  (table: string, idColumn: `${string}.${string}`) =>
  // biome-ignore lint/suspicious/noExplicitAny: of any join
  (join: JoinBuilder<any, any>) =>
    join
      .onRef(`${table}.vendorId`, '=', `${idColumn.split('.')[0]}.vendorId`)
      .onRef(`${table}.id`, '=', idColumn)
