import type { Actor } from '#contract/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import { asMember, type Viewer, viewerOf } from '../companies/viewer.ts'
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

export const visibleTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTickets(db, viewerAs(scope.as, actor))
    .where('tickets.id', '=', id)
    .$if(scope.as === 'account', query =>
      query.where('tickets.companyId', '=', scope.as === 'account' ? scope.company : ''),
    )

export const lockTicket = (db: Db, actor: Actor, scope: TicketScope, id: string) =>
  visibleTicket(db, actor, scope, id)
    .select(['tickets.status', 'tickets.companyId'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
