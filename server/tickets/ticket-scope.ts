import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Db, Placeholders, Values } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import {
  asMember,
  prepareForViewer,
  type Viewer,
  type ViewerOfQuery,
  viewerOf,
} from '../companies/viewer.ts'
import { visibleTickets } from './visible-tickets.ts'

export type TicketScope = { as: 'team' } | { as: 'account'; company: string }

/** @throws 404 if the ticket is not visible to the caller */
export const findTicket = (db: Db, actor: Actor, id: string) =>
  visibleTickets(db, viewerOf(actor))
    .select('tickets.companyId as company')
    .where('tickets.id', '=', id)
    .executeTakeFirstOrThrow(notFound)

/** @throws 404 if no ticket that is visible to the caller has the number */
export const findTicketByNumber = (db: Db, actor: Actor, number: number) =>
  visibleTickets(db, viewerOf(actor))
    .select(['tickets.id as _id', 'tickets.companyId as company'])
    .where('tickets.number', '=', number)
    .executeTakeFirstOrThrow(notFound)

/** At an account, an administrator of the vendor is a member like any other. */
export const viewerAs = (as: TicketScope['as'], { userId, role }: Actor): Viewer =>
  as === 'team' || role === 'operator' ? viewerOf({ userId, role }) : asMember(userId)

/** `company`: which a ticket at an account must be of. */
export type OneTicket = { id: string; company: string | null }

export const oneTicket = (scope: TicketScope, id: string): OneTicket => ({
  id,
  company: scope.as === 'account' ? scope.company : null,
})

/** A ticket, for a query that is prepared. */
export const selectTicket = (
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  { id, company }: Values<OneTicket>,
) =>
  visibleTickets(db, viewer)
    .where('tickets.id', '=', id)
    .where(sql<boolean>`(${company}::uuid is null or tickets.company_id = ${company}::uuid)`)

export const visibleTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  selectTicket(db, viewerAs(scope.as, actor), oneTicket(scope, id))

/** @throws 404 if the ticket is not visible to the caller */
export async function lockTicket(db: Db, actor: Actor, scope: TicketScope, id: string) {
  const [ticket] = await lockVisible(db, viewerAs(scope.as, actor), oneTicket(scope, id))
  if (!ticket) throw notFound()
  return ticket
}

const lockVisible = prepareForViewer((db, viewer, ticket: Placeholders<OneTicket>) =>
  selectTicket(db, viewer, ticket).select(['tickets.status', 'tickets.companyId']).forNoKeyUpdate(),
)
