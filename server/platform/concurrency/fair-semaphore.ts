import { busy, tooManyRequests } from '#platform/errors.ts'

/** `maxWaiting` tasks of the user may wait; one whose client `hasLeft` is not run; `isBegun`: before the user's other tasks. */
export type Requester = { vendor: string; user: string; maxWaiting?: number; hasLeft?: () => boolean; isBegun?: boolean }

type Limits = {
  slots: number
  /** Of one vendor while tasks of others wait. */
  slotsOfVendor: number
  /** In ms, for a user who has no slot. */
  timeout: number
  /** In ms, between two tasks of a user while those of others run. */
  maxPause: number
}
type Release = () => void
type Waiting = { isBegun: boolean; hasLeft: () => boolean; start: (release: Release) => void; refuse: (error: Error) => void }
type User = { name: string; vendor: Vendor; hasTurn: boolean; waiting: Waiting[]; timer: NodeJS.Timeout | undefined }
type Vendor = { name: string; running: number; users: Map<string, User> }

const overloaded = () => tooManyRequests(2)

/** Shares slots, one for each user: round-robin over vendors and over the users of each. Between two tasks of a user others have as
 * much time as the first one took: all share one thread (record 0024). */
export class FairSemaphore {
  readonly #limits: Limits
  readonly #vendors = new Map<string, Vendor>() // those with a task, the next one first, as are their users
  #free: number
  constructor(limits: Limits) {
    this.#limits = limits
    this.#free = limits.slots
  }

  get waiting(): number {
    return [...this.#users()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** The function that frees the slot; no promise where one is free. @throws 429 past `maxWaiting`, 503 past the timeout */
  acquire(requester: Requester): Release | Promise<Release> {
    const { maxWaiting = Number.POSITIVE_INFINITY, hasLeft = () => false, isBegun = false } = requester
    const user = this.#userOf(requester)
    if (this.#free > 0 && !user.hasTurn) return this.#start(user) // no waiting task can use the slot
    if (user.waiting.length >= maxWaiting) user.waiting = user.waiting.filter(waiting => !refuseIfLeft(waiting))
    if (user.waiting.length >= maxWaiting) throw overloaded()
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<Release>()
    const others = isBegun ? user.waiting.filter(waiting => !waiting.isBegun).length : 0
    user.waiting.splice(user.waiting.length - others, 0, { isBegun, hasLeft, start, refuse })
    this.#settle(user)
    return promise
  }

  refuseWaiting(error: Error) {
    for (const user of this.#users()) this.#refuseWaitingOf(user, error)
  }

  #start(user: User): Release {
    const { vendor } = user
    const started = performance.now()
    this.#free--
    vendor.running++
    user.hasTurn = true
    moveToEnd(this.#vendors, vendor)
    moveToEnd(vendor.users, user)
    this.#settle(user)
    return () => {
      this.#free++
      vendor.running--
      if (user.waiting.length === 0) return this.#endTurn(user)
      this.#startNext()
      const { slots, maxPause } = this.#limits
      if (this.#free < slots) setTimeout(() => this.#endTurn(user), Math.min(performance.now() - started, maxPause))
      else setImmediate(() => this.#endTurn(user))
    }
  }

  #endTurn(user: User) {
    user.hasTurn = false
    this.#startNext()
    this.#settle(user)
  }

  #startNext() {
    for (let next = this.#next(); next; next = this.#next()) next.waiting.shift()?.start(this.#start(next))
  }

  #next(): User | undefined {
    if (this.#free === 0) return undefined
    let ofFullVendor: User | undefined
    for (const user of this.#users()) {
      if (user.hasTurn) continue
      while (user.waiting[0] && refuseIfLeft(user.waiting[0])) user.waiting.shift()
      this.#settle(user)
      if (user.waiting.length === 0) continue
      if (user.vendor.running < this.#limits.slotsOfVendor) return user
      ofFullVendor ??= user
    }
    return ofFullVendor
  }

  /** Forgets a user without tasks; times one that waits without a slot. */
  #settle(user: User) {
    const { name, vendor, hasTurn, waiting } = user
    if (hasTurn || waiting.length === 0) {
      clearTimeout(user.timer)
      user.timer = undefined
    } else user.timer ??= setTimeout(() => this.#refuseWaitingOf(user, busy()), this.#limits.timeout)
    if (!hasTurn && waiting.length === 0) vendor.users.delete(name)
    if (vendor.users.size === 0) this.#vendors.delete(vendor.name)
  }

  #refuseWaitingOf(user: User, error: Error) {
    for (const { refuse } of user.waiting.splice(0)) refuse(error)
    this.#settle(user)
  }

  #userOf({ vendor: vendorName, user: name }: Requester): User {
    const vendor = this.#vendors.get(vendorName) ?? { name: vendorName, running: 0, users: new Map<string, User>() }
    const user = vendor.users.get(name) ?? { name, vendor, hasTurn: false, waiting: [], timer: undefined }
    this.#vendors.set(vendorName, vendor)
    vendor.users.set(name, user)
    return user
  }

  *#users(): Generator<User> {
    for (const { users } of this.#vendors.values()) yield* users.values()
  }
}

function refuseIfLeft({ hasLeft, refuse }: Waiting): boolean {
  const isRefused = hasLeft()
  if (isRefused) refuse(overloaded())
  return isRefused
}

function moveToEnd<T extends { name: string }>(entries: Map<string, T>, entry: T) {
  entries.delete(entry.name)
  entries.set(entry.name, entry)
}
