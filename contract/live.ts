import * as z from 'zod/mini'
import { signedIn } from './actor.ts'
import { id, instant } from './fields.ts'
import { wholeNumber } from './paging.ts'
import { get, post } from './route.ts'

/** An event of the stream. It has ids only: the client fetches what it shows. */
export type LiveEvent =
  /** Events follow from here on. Unless `isComplete`, some may be
   * missing: what is shown is refetched within `within` ms. */
  | { kind: 'ready'; isComplete: boolean; within: number }
  /** No events for now: the client polls. */
  | { kind: 'paused' }
  | { kind: 'ticket'; ticket: string; company: string }
  /** The user has read a ticket, which changes its row in lists. */
  | { kind: 'ownTicket'; ticket: string; company: string }
  /** A mail has a message of the user, who cannot take it back any more. */
  | { kind: 'mailed'; ticket: string; company: string }
  | { kind: 'notification' }
  /** For administrators: a mail was queued, sent or received, or its state has changed. */
  | { kind: 'mail' }
  /** A company, a machine, a user, a file or a setting has changed. */
  | { kind: 'change' }
  | { kind: 'presence'; ticket: string }

/** The longest time, in ms, of which a stream repeats the events. */
export const maxEventAge = 60_000

const Presence = z.object({
  /** Other users who view the ticket; for a customer those of the vendor's
   * team who are writing, where the vendor lets customers know. */
  people: z.array(
    z.object({ _id: id, name: z.string(), isTeam: z.boolean(), isTyping: z.boolean() }),
  ),
  /** whether someone of the vendor's team has the ticket open, with the same condition */
  isTeamHere: z.boolean(),
  /** whether someone of it has the portal open, as of the last minute */
  isTeamOnline: z.boolean(),
  /** until the caller asks again, as the answer may change without
   * an event; null: it does not, and the caller is alone */
  seconds: z.nullable(z.number()),
})
export type Presence = z.output<typeof Presence>

/** How to reach the vendor's team now. */
const Help = z.object({
  /** whether someone of it has the portal open, as of the last minute */
  isTeamOnline: z.boolean(),
  /** the working hours that are now or come next; null: none within a year */
  hours: z.nullable(
    z.object({
      /** null: the team works now */
      opens: z.nullable(instant),
      closes: instant,
    }),
  ),
  /** what to call when a machine stands; null: nothing */
  emergency: z.nullable(
    z.object({
      phone: z.string(),
      /** whether it is answered at any time, or in the working hours only */
      always: z.boolean(),
    }),
  ),
  /** the caller's own number; empty: unknown */
  phone: z.string(),
})
export type Help = z.output<typeof Help>

export const live = {
  stream: get('/event', {
    allow: signedIn,
    about:
      'What has changed, as server-sent events with ids of records only. The last `id` field is when the client had all changes, in milliseconds since the stream began. `age`: begin with the changes of so many milliseconds; `seconds`: end after so many',
    query: z.object({
      age: z.optional(wholeNumber(0, maxEventAge)),
      seconds: z.optional(wholeNumber(0, 3_600)),
    }),
    returns: z.unknown(),
    detached: true,
    download: ['text/event-stream'],
    stream: true,
    rateLimits: [{ name: 'streams', max: 120, seconds: 120 }],
  }),
  help: get('/help', {
    allow: signedIn,
    about:
      "How to reach the vendor's team now: whether it is online, when it works, what to call when a machine stands; and the number at which to call the caller back",
    returns: Help,
  }),
  presence: post('/ticket/:ticket/presence', {
    allow: signedIn,
    audited: false,
    about:
      'Who else views a ticket, and tell them that the caller does. Stored nowhere; it ends by itself after 45 seconds, writing after 5',
    body: z.object({ state: z.enum(['viewing', 'typing', 'left']) }),
    returns: Presence,
    rateLimits: [{ name: 'presence', max: 120, seconds: 60 }],
  }),
}
