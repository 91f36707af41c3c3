import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { RouteName } from '#contract/routes.ts'
import { TicketStatus } from '#contract/tickets.ts'
import type { Db } from './database.ts'

/** Where a request came from: its client's address, what the client says of itself, and the request's id. */
export type Source = { address: string; device: string; request: string }

export const sourceOf = (request: FastifyRequest): Source => ({
  address: request.ip.slice(0, 100), // a trusted proxy may pass on anything
  device: (request.headers['user-agent'] ?? '').slice(0, 300),
  request: request.id,
})

export type Done = {
  action: RouteName
  /** null: nobody was signed in */
  actor: Pick<Actor, 'userId' | 'name' | 'role'> | null
  /** The ids that name what it was done to; of several the last one does. */
  ids?: Record<string, string>
  /** The name of what it was done to; else it is looked up by its id. */
  subject?: string | undefined
  /** The status that a ticket was given, or was to be given. */
  status?: TicketStatus | undefined
  /** The name of the error with which it was refused. */
  refusal?: string
}

/** Keeps who did what to what, in the transaction in which it was done. A message's text or a password is never part of it. */
export async function writeAudit(db: Db, source: Source, { action, actor, ids = {}, subject, status, refusal }: Done) {
  const [kind, id] = Object.entries(ids).at(-1) ?? []
  await db
    .insertInto('auditEntries')
    .values({
      id: uuidv7(),
      userId: actor?.userId ?? null,
      userName: actor?.name ?? '',
      role: actor?.role ?? null,
      action,
      subject: sql<string>`coalesce(${subject ?? null}::text, name_of(${kind ?? null}::text, ${id ?? null}::uuid), '')`,
      // Of a refused call it may be another vendor's, or nobody's.
      companyId: sql<string>`coalesce((select id from companies where id = ${ids.company ?? null}::uuid),
        (select company_id from tickets where id = ${ids.ticket ?? null}::uuid))`,
      status: status ?? null,
      refusal: refusal ?? null,
      ...source,
    })
    .execute()
}

/** What a body, once it is checked, calls the thing that it is about, and the status that it gives a ticket. */
export function toldBy(body: unknown): Pick<Done, 'subject' | 'status'> {
  const named = (body ?? {}) as Record<string, unknown>
  const subject = ['title', 'serialNumber', 'email', 'name', 'fileName'].map(field => named[field]).find(value => typeof value === 'string')
  return { subject: subject as string | undefined, status: TicketStatus.safeParse(named.status).data }
}
