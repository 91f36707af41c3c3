import { type SelectQueryBuilder, sql } from 'kysely'
import { canonicalAddress, formerAddress } from '#contract/text/addresses.ts'
import type { Schema } from '#platform/database/schema.ts'

/** The spellings in which an address can be stored: the canonical one,
 * and for a duplicate from before migration 0026 the former one. */
export const spellingsOf = (address: string) => [
  ...new Set([canonicalAddress(address), formerAddress(address)]),
]

/** Restricts to the accounts of an address; of two from before migration
 * 0026 one with a password comes first, then the one as typed. */
export const ofAddress =
  (address: string) =>
  <O>(users: SelectQueryBuilder<Schema, 'users', O>) =>
    users
      .where('users.email', 'in', spellingsOf(address))
      .orderBy(sql`users.password_hash is null`)
      .orderBy(sql`users.email <> ${formerAddress(address)}`)
