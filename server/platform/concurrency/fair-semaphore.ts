import { busy, tooManyRequests } from '#platform/errors.ts'

/** `maxWaiting` tasks of the user may wait; one whose client `hasLeft` is not run. One that
 * `isBegun` is a step of a call that has begun: it is not refused for its wait, and takes turns
 * with the user's others. A vendor has one that `isBatch`, of a whole list, at a time. */
export type Requester = {
  vendor: string
  user: string
  maxWaiting?: number
  hasLeft?: () => boolean
  isBegun?: boolean
  isBatch?: boolean
}

type Limits = {
  slots: number
  /** Of one vendor at any time: the rest is free for others at once. */
  slotsOfVendor: number
  /** In ms, for a user who has no slot. */
  timeout: number
  /** In ms, between two tasks of a user while those of others run:
   * where the second one waits, or the first one is a step of a call or a batch. */
  maxPause: number
}
type Release = () => void
type Task = { isBegun: boolean; isBatch: boolean }
type Waiting = Task & {
  hasLeft: () => boolean
  start: (release: Release) => void
  refuse: (error: Error) => void
}
type User = {
  name: string
  vendor: Vendor
  hasTurn: boolean
  hasBegunTurn: boolean
  waiting: Waiting[]
  timer: NodeJS.Timeout | undefined
}
type Vendor = { name: string; running: number; hasBatch: boolean; users: Map<string, User> }

const overloaded = () => tooManyRequests(2)

/** Shares slots, one for each user: round-robin over vendors and over
 * the users of each. Between two tasks of a user others have twice the
 * time that the first one took: all share one thread (record 0024). */
export class FairSemaphore {
  readonly #limits: Limits
  // those with a task, the next one first, as are their users
  readonly #vendors = new Map<string, Vendor>()
  #free: number
  constructor(limits: Limits) {
    this.#limits = limits
    this.#free = limits.slots
  }

  get waiting(): number {
    return [...this.#users()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** The function that frees the slot; no promise where one is
   * free. @throws 429 past `maxWaiting`, 503 past the timeout */
  acquire(requester: Requester): Release | Promise<Release> {
    const {
      maxWaiting = Number.POSITIVE_INFINITY,
      hasLeft = () => false,
      isBegun = false,
      isBatch = false,
    } = requester
    const task = { isBegun, isBatch }
    const user = this.#userOf(requester)
    // no waiting task can use the slot
    if (this.#free > 0 && !this.#isFull(user.vendor) && canStart(user, task))
      return this.#start(user, task)
    if (user.waiting.length >= maxWaiting)
      user.waiting = user.waiting.filter(waiting => !refuseIfLeft(waiting))
    if (user.waiting.length >= maxWaiting) throw overloaded()
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<Release>()
    user.waiting.push({ ...task, hasLeft, start, refuse })
    this.#settle(user)
    return promise
  }

  refuseWaiting(error: Error) {
    for (const user of this.#users()) this.#refuse(user, () => true, error)
  }

  #start(user: User, { isBegun, isBatch }: Task): Release {
    const { vendor } = user
    const started = performance.now()
    this.#free--
    vendor.running++
    user.hasTurn = true
    user.hasBegunTurn = isBegun
    if (isBatch) vendor.hasBatch = true
    moveToEnd(this.#vendors, vendor)
    moveToEnd(vendor.users, user)
    this.#settle(user)
    return () => {
      this.#free++
      vendor.running--
      const endTurn = () => this.#endTurn(user, isBatch)
      if (user.waiting.length === 0 && !isBegun && !isBatch) return endTurn()
      this.#startNext()
      const { slots, maxPause } = this.#limits
      if (this.#free < slots)
        setTimeout(endTurn, Math.min(2 * (performance.now() - started), maxPause))
      else setImmediate(endTurn)
    }
  }

  #endTurn(user: User, isBatch: boolean) {
    user.hasTurn = false
    if (isBatch) user.vendor.hasBatch = false
    this.#startNext()
    this.#settle(user)
  }

  #startNext() {
    for (let next = this.#next(); next; next = this.#next()) {
      const { waiting, hasBegunTurn } = next
      const able = waiting.filter(each => canStart(next, each))
      const task = able.find(({ isBegun }) => isBegun !== hasBegunTurn) ?? (able[0] as Waiting)
      waiting.splice(waiting.indexOf(task), 1)
      task.start(this.#start(next, task))
    }
  }

  #next(): User | undefined {
    if (this.#free === 0) return undefined
    for (const vendor of this.#vendors.values()) {
      const user = this.#isFull(vendor) ? undefined : this.#nextOf(vendor)
      if (user) return user
    }
    return undefined
  }

  #isFull({ running }: Vendor): boolean {
    return running >= this.#limits.slotsOfVendor
  }

  #nextOf({ users }: Vendor): User | undefined {
    for (const user of users.values()) {
      if (user.hasTurn) continue
      user.waiting = user.waiting.filter(waiting => !refuseIfLeft(waiting))
      this.#settle(user)
      if (user.waiting.some(each => canStart(user, each))) return user
    }
    return undefined
  }

  /** Forgets a user without tasks; times one that waits without a slot. */
  #settle(user: User) {
    const { name, vendor, hasTurn, waiting } = user
    if (hasTurn || waiting.length === 0) {
      clearTimeout(user.timer)
      user.timer = undefined
    } else
      user.timer ??= setTimeout(
        () => this.#refuse(user, ({ isBegun }) => !isBegun, busy()),
        this.#limits.timeout,
      )
    if (!hasTurn && waiting.length === 0) vendor.users.delete(name)
    if (vendor.users.size === 0) this.#vendors.delete(vendor.name)
  }

  #refuse(user: User, isRefused: (waiting: Waiting) => boolean, error: Error) {
    clearTimeout(user.timer)
    user.timer = undefined
    const refused = user.waiting.filter(isRefused)
    user.waiting = user.waiting.filter(waiting => !refused.includes(waiting))
    for (const { refuse } of refused) refuse(error)
    this.#settle(user)
  }

  #userOf({ vendor: vendorName, user: name }: Requester): User {
    const vendor = this.#vendors.get(vendorName) ?? {
      name: vendorName,
      running: 0,
      hasBatch: false,
      users: new Map<string, User>(),
    }
    const user = vendor.users.get(name) ?? {
      name,
      vendor,
      hasTurn: false,
      hasBegunTurn: false,
      waiting: [],
      timer: undefined,
    }
    this.#vendors.set(vendorName, vendor)
    vendor.users.set(name, user)
    return user
  }

  *#users(): Generator<User> {
    for (const { users } of this.#vendors.values()) yield* users.values()
  }
}

const canStart = ({ hasTurn, vendor }: User, { isBatch }: Task) =>
  !hasTurn && !(isBatch && vendor.hasBatch)

function refuseIfLeft({ hasLeft, refuse }: Waiting): boolean {
  const isRefused = hasLeft()
  if (isRefused) refuse(overloaded())
  return isRefused
}

function moveToEnd<T extends { name: string }>(entries: Map<string, T>, entry: T) {
  entries.delete(entry.name)
  entries.set(entry.name, entry)
}
