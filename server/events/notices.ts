import type { Db } from '#platform/database/database.ts'

/** What open screens learn of a change: ids only, as every
 * instance receives the notices of all vendors. */
export type Notices = {
  /** opened, written on, continued, prioritized, its status has changed, a file
   * of it was scanned, or a customer has followed or muted it */
  ticket: { ticket: string; company: string }
  /** for the team: a note was written, a file of one was scanned, topics have changed, the
   * ticket was assigned or snoozed, a snooze has ended, or a colleague has followed or muted it */
  note: { ticket: string; company: string }
  /** a user has read a ticket */
  ownTicket: { ticket: string; company: string; user: string }
  /** a mail has a message of a user */
  mailed: { ticket: string; company: string; user: string }
  /** a company, machine, user, file or setting has changed;
   * of the customers, the members of `companies` see it */
  change: { companies: string[] }
  mail: object
  notification: { user: string }
  /** a session of these users has ended, or they belong to other companies than before */
  access: { users: string[] }
  /** retained by the instances for some seconds, and stored nowhere */
  presence: {
    ticket: string
    company: string
    user: string
    isTeam: boolean
    isTyping: boolean
    /** as the vendor had decided when it was published */
    isShownToCustomers: boolean
  }
  /** an instance has streams of the vendor's team; retained, and sent to no stream */
  team: object
}
export type NoticeKind = keyof Notices
export type PublishedNotice = { [K in NoticeKind]: { kind: K } & Notices[K] }[NoticeKind]

/** Tells the open screens of a change, in its own
 * transaction: they learn of it once it has committed. */
export const publish = (db: Db, notice: PublishedNotice) => db.notify(notice)

/** The companies of one notice: PostgreSQL limits its size. */
const maxCompanies = 100

/** Tells the team's open pages of a change, and those of the members of companies. */
export function publishChangeTo(db: Db, companies: string[]) {
  for (let from = 0; from === 0 || from < companies.length; from += maxCompanies)
    publish(db, { kind: 'change', companies: companies.slice(from, from + maxCompanies) })
}

const maxUsers = 100

/** Ends the event streams of users, whose clients open new ones with their present access. */
export function publishNewAccess(db: Db, users: string[]) {
  for (let from = 0; from < users.length; from += maxUsers)
    publish(db, { kind: 'access', users: users.slice(from, from + maxUsers) })
}

export const teamSeconds = 60
export const teamTopic = 'team'

export const publishTeam = (db: Db, instance: string) =>
  db.notify({ kind: 'team', retain: { topic: teamTopic, key: instance, seconds: teamSeconds } })

export const presenceSeconds = { viewing: 45, typing: 5 }

/** Keeps or ends a user's presence. Unlike other notices it
 * reaches streams only where it differs from the previous one. */
export const publishPresence = (db: Db, presence: Notices['presence'], isLeaving: boolean) =>
  db.notify({
    kind: 'presence',
    ...presence,
    retain: {
      topic: presence.ticket,
      key: presence.user,
      seconds: isLeaving ? 0 : presenceSeconds[presence.isTyping ? 'typing' : 'viewing'],
    },
  })
