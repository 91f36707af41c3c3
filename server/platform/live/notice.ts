/** Sent by `Db.notify`: ids only. One with `retain` replaces the
 * earlier one of its topic and key, and is kept for so many seconds. */
export type LiveNotice = {
  vendor: string
  kind: string
  retain?: { topic: string; key: string; seconds: number }
}

/** What a session may learn, and how long it lasts. `key` differs where anything else does. */
export type Access = { key: string; secondsLeft: number }

export type Rules<A extends Access> = {
  /** Without sessions that have ended. */
  readAccess(vendorId: string, sessionIds: string[]): Promise<Map<string, A>>
  /** What a notice tells a session; null: nothing. */
  eventFor(notice: LiveNotice, access: A): object | null
  /** The users whose access a notice may change: their
   * streams end, and their clients open new ones. */
  usersWithNewAccess(notice: LiveNotice): string[]
}
