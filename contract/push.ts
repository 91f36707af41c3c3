import * as z from 'zod/mini'
import { signedIn } from './actor.ts'
import { Done, instant } from './fields.ts'
import { get, post } from './route.ts'

/** A user's browsers that receive pushes; a further one
 * takes the place of the one that was used longest ago. */
export const maxPushBrowsers = 10

/** Of the push service: an address that only it and the browser know. */
const endpoint = z
  .string()
  .check(z.maxLength(1_000, { abort: true }), z.regex(/^https?:\/\/[\w.:[\]-]+\/[!-~]+$/))

/** A browser's `PushSubscription` (W3C Push API), with its keys in base64url (RFC 8291). */
export const PushSubscription = z.object({
  endpoint,
  p256dh: z.string().check(z.maxLength(87, { abort: true }), z.regex(/^B[\w-]{86}$/)),
  auth: z.string().check(z.maxLength(22, { abort: true }), z.regex(/^[\w-]{22}$/)),
})
export type PushSubscription = z.output<typeof PushSubscription>

/** What a push says; the service worker shows it and opens `path`. */
export type PushPayload = {
  title: string
  body: string
  path: string /** A later push with the same tag takes the place of an earlier one. */
  tag: string
}

export const push = {
  status: get('/user/push', {
    allow: signedIn,
    about:
      'The key with which a browser subscribes to pushes (null: this installation sends none), how many browsers of the caller receive them, and when the caller last ended them in all browsers',
    returns: z.object({
      publicKey: z.nullable(z.string()),
      browsers: z.int(),
      ended: z.nullable(instant),
    }),
  }),
  subscribe: post('/user/push', {
    allow: signedIn,
    audited: false,
    about:
      'Push the notifications of the caller to this browser until its session is ended; repeated calls keep one subscription',
    body: PushSubscription,
    returns: Done,
  }),
  end: post('/user/push/end', {
    allow: signedIn,
    audited: false,
    about: 'Push no more to a browser of the caller, or without `endpoint` to any of them',
    body: z.object({ endpoint: z.optional(endpoint) }),
    returns: Done,
  }),
}
