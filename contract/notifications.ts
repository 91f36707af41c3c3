import * as z from 'zod/mini'
import { anyone, signedIn, vendorTeam } from './actor.ts'
import { Done, id, instant, somethingToChange } from './fields.ts'
import { choiceLimit } from './limits.ts'
import { wholeNumber } from './paging.ts'
import { get, post } from './route.ts'

/** What connects a user with a ticket; `team` is every member
 * of the vendor's team whose scope has the ticket. */
export type Relation =
  | 'author'
  | 'writer'
  | 'follower'
  | 'assignee'
  | 'snoozer'
  | 'mentioned'
  | 'team'

type NotificationRule = {
  /** `team`: customers are never told */
  audience: 'team' | 'everyone'
  relations: readonly Relation[]
  /** whether a colleague means the recipient, who is then told of a muted ticket too */
  isPersonal?: boolean
  /** how a user is told unless they have changed it */
  defaults: { mail: boolean; browser: boolean }
}

const participants = ['author', 'writer', 'follower', 'assignee'] as const
const mailed = { mail: true, browser: true }
const shown = { mail: false, browser: true }

const rules = {
  'ticket.opened': {
    audience: 'everyone',
    relations: ['author', 'follower', 'team'], // the author, where the team recorded it
    defaults: mailed,
  },
  /** to the recipient, by somebody else */
  'ticket.assigned': {
    audience: 'team',
    relations: ['assignee'],
    isPersonal: true,
    defaults: mailed,
  },
  /** as its date has come */
  'ticket.unsnoozed': { audience: 'team', relations: ['assignee', 'snoozer'], defaults: mailed },
  /** the recipient, in an internal note */
  'ticket.mentioned': {
    audience: 'team',
    relations: ['mentioned'],
    isPersonal: true,
    defaults: mailed,
  },
  /** an internal note was written */
  'ticket.noted': { audience: 'team', relations: ['follower', 'assignee'], defaults: shown },
  /** by the customer */
  'ticket.written': {
    audience: 'everyone',
    relations: [...participants, 'team'],
    defaults: mailed,
  },
  /** by the team */
  'ticket.answered': { audience: 'everyone', relations: participants, defaults: mailed },
  /** by the team, which has closed the ticket with it */
  'ticket.answeredAndClosed': {
    audience: 'everyone',
    relations: participants,
    defaults: mailed,
  },
  'ticket.closed': { audience: 'everyone', relations: participants, defaults: mailed },
  'ticket.reopened': {
    audience: 'everyone',
    relations: [...participants, 'team'],
    defaults: mailed,
  },
  /** another ticket into it */
  'ticket.merged': { audience: 'everyone', relations: participants, defaults: mailed },
  'ticket.archived': { audience: 'everyone', relations: participants, defaults: shown },
  'file.infected': {
    audience: 'everyone',
    relations: ['writer', 'follower', 'assignee', 'team'],
    defaults: mailed,
  },
} satisfies Record<string, NotificationRule>

/** An event of a ticket of which users are notified. */
export type NotificationKind = keyof typeof rules
export const notificationRules: Record<NotificationKind, NotificationRule> = rules
export const notificationKinds = Object.keys(rules) as NotificationKind[]

/** An event in a mail; `isOfReader`: whether the reader is the author of its message. */
export type MailedEvent = { name: string; recordedByName: string | null; isOfReader: boolean }

/** Whether customers are never told of it. */
export const isOfTeamOnly = (kind: NotificationKind) => rules[kind].audience === 'team'

/** Of which tickets the team is notified; `mine`: those that are assigned to a member, that they
 * take part in or follow, or that no colleague is assigned to, has answered or follows. */
export const NotificationScope = z.enum(['all', 'mine', 'companies'])
export type NotificationScope = z.output<typeof NotificationScope>
export const defaultScope: NotificationScope = 'mine'

/** `follow`: the user is told of everything on the ticket;
 * `mute`: of nothing; `default`: as their preferences say. */
export const Following = z.enum(['follow', 'mute', 'default'])
export type Following = z.output<typeof Following>

/** The most that the bell has. */
export const maxNotifications = 100
/** What the bell shows; the notifications page has `maxNotifications`. */
export const bellSize = 20

export const Notification = z.object({
  _id: id,
  kind: z.enum(notificationKinds),
  ticket: id,
  number: z.int(),
  title: z.string(),
  company: id,
  companyName: z.string(),
  /** null: the server */
  actorName: z.nullable(z.string()),
  /** the message that it is about, if any */
  message: z.nullable(id),
  /** the internal note that it is about, if any; only for the team */
  note: z.nullable(id),
  dateCreated: instant,
  isRead: z.boolean(),
  /** whether a browser shows it, as the user's preferences say */
  browser: z.boolean(),
})
export type Notification = z.output<typeof Notification>

const Preference = z.object({
  kind: z.enum(notificationKinds),
  mail: z.boolean(),
  browser: z.boolean(),
})
export type Preference = z.output<typeof Preference>

export const Preferences = z.object({
  kinds: z.array(Preference),
  /** null for customers, who are told of the tickets that they take part in or follow */
  scope: z.nullable(NotificationScope),
  /** of the scope `companies` */
  companies: z.array(z.object({ _id: id, name: z.string() })),
  /** whether a push has the title and text of the ticket, which a locked screen may show */
  pushText: z.boolean(),
  /** whether mails to the caller come back, so that none is sent about tickets */
  undeliverable: z.boolean(),
})
export type Preferences = z.output<typeof Preferences>

export const PreferencesChange = z
  .object({
    kinds: z.optional(z.array(Preference).check(z.maxLength(notificationKinds.length))),
    pushText: z.optional(z.boolean()),
  })
  .check(somethingToChange)
export type PreferencesChange = z.output<typeof PreferencesChange>

export const ScopeChange = z.object({
  scope: NotificationScope,
  companies: z.optional(z.array(id).check(z.maxLength(1_000))),
})
export type ScopeChange = z.output<typeof ScopeChange>

/** Splits the token of an unsubscribe link: the user's id, the kinds joined by `-`
 * or a ticket to mute, and the signature; empty where they are missing. */
export function splitUnsubscribeToken(token: string): {
  user: string
  names: string
  ticket: string | null
  signature: string
} {
  const [, user = '', names = '', signature = ''] = /^([^.]+)\.(.+)\.([^.]+)$/.exec(token) ?? []
  const ticket = /^mute:(.+)$/.exec(names)?.[1] ?? null
  return { user, names, ticket, signature }
}

/** Of an unsubscribe link with every kind, and more. */
export const maxTokenLength = 400

export const Unsubscription = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(maxTokenLength)),
  /** turns the mails on again */
  undo: z.optional(z.boolean()),
})
export type Unsubscription = z.output<typeof Unsubscription>

const Unread = z.object({ unread: z.int() })

export const notifications = {
  list: get('/user/notification', {
    allow: signedIn,
    about: `The caller's notifications, unread ones first, each newest first, ${bellSize} without a size, and how many tickets have unread ones, counted up to ${maxNotifications}`,
    query: z.object({ size: z.optional(wholeNumber(1, maxNotifications)) }),
    returns: z.object({ notifications: z.array(Notification), unread: z.int() }),
  }),
  read: post('/user/notification/read', {
    allow: signedIn,
    audited: false,
    about:
      'Mark notifications as read: those given, those of a ticket, which then counts as seen, or all',
    body: z.object({
      ticket: z.optional(id),
      notifications: z.optional(z.array(id).check(z.maxLength(maxNotifications))),
    }),
    returns: Unread,
    rateLimits: [{ name: 'readNotifications', max: 240, seconds: 60 }],
  }),
  preferences: get('/user/preference', {
    allow: signedIn,
    about: 'How the caller is notified',
    returns: Preferences,
  }),
  setPreferences: post('/user/preference', {
    allow: signedIn,
    audited: false,
    about: 'Change how the caller is notified; kinds that are left out stay as they are',
    body: PreferencesChange,
    returns: Preferences,
    rateLimits: [choiceLimit],
  }),
  setScope: post('/user/preference/scope', {
    allow: vendorTeam,
    audited: false,
    about:
      "Change of which tickets a member of the vendor's team is notified; without companies those stay that were chosen before",
    body: ScopeChange,
    returns: Preferences,
    rateLimits: [choiceLimit],
  }),
  resumeMails: post('/user/preference/mail', {
    allow: signedIn,
    audited: false,
    about: 'Send mails about tickets to the caller again, whose earlier ones came back',
    returns: Preferences,
  }),
  follow: post('/ticket/:ticket/follow', {
    allow: signedIn,
    audited: false,
    about: 'Follow or mute a ticket',
    body: z.object({ following: Following }),
    returns: Done,
    rateLimits: [choiceLimit],
  }),
  unsubscribe: post('/unsubscribe', {
    allow: anyone,
    audited: false,
    about:
      'Turn off the mails that the link of a mail names, for its recipient: those of some kinds, or all about a ticket; or on again',
    body: Unsubscription,
    returns: Done,
  }),
}
