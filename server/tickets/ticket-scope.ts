import type { Actor } from '#contract/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { visibleTickets } from './visible-tickets.ts'

export type TicketScope = { as: 'team' } | { as: 'account'; company: string }

/** @throws 404 if the ticket is not visible to the caller */
export const findTicket = (db: Db, actor: Actor, id: string) =>
  visibleTickets(db, actor.role === 'customer' ? actor.userId : null)
    .select('tickets.companyId as company')
    .where('tickets.id', '=', id)
    .executeTakeFirstOrThrow(notFound)

/** Null for callers who see every company. */
export const memberIdOf = (actor: Actor, scope: TicketScope) =>
  scope.as === 'team' || actor.role === 'operator' ? null : actor.userId

export const visibleTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTickets(db, memberIdOf(actor, scope))
    .where('tickets.id', '=', id)
    .$if(scope.as === 'account', query =>
      query.where('tickets.companyId', '=', scope.as === 'account' ? scope.company : ''),
    )

export const lockTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTicket(db, actor, scope, id)
    .select(['tickets.status', 'tickets.companyId'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
