import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type { ConnectionTarget } from '#platform/database/server-role.ts'
import { busy, tooManyStreams, unauthenticated, unavailable } from '#platform/errors.ts'
import { networksOf } from '#platform/limits/network.ts'
import { createAccessCheck } from './access-check.ts'
import { EventStream } from './event-stream.ts'
import { createHistory } from './history.ts'
import { openListener } from './listener.ts'
import type { Access, LiveNotice, Rules } from './notice.ts'
import { createRetained } from './retained.ts'
import {
  createSubscribers,
  type SessionKey,
  type Subscriber,
  type Subscribers,
} from './subscribers.ts'

/** Offices share an address. */
const limits = { streams: 10_000, streamsOfUser: 12, streamsOfAddress: 200 }
const noticeDelayMs = 1_000
/** In ms: Node's timers count in 32 bits. */
const longestTimer = 2 ** 31 - 1

export type Live = ReturnType<typeof openLive>

type LiveOptions = {
  stopping: AbortSignal
  log: FastifyBaseLogger
  limitFactor: number
  onNotice?: (kind: string) => void
}

/** Fans the notices of one database connection out to the
 * streams of this instance (record 0031). */
export function openLive<A extends Access>(
  target: ConnectionTarget,
  rules: Rules<A>,
  options: LiveOptions,
) {
  const { stopping, limitFactor } = options
  const subscribers = createSubscribers<A>()
  const retained = createRetained()
  const history = createHistory()
  const checkAccess = createAccessCheck(subscribers, rules, stopping)
  const listener = receiveNotices(
    target,
    { subscribers, retained, history, checkAccess },
    rules,
    options,
  )

  let seconds = 0
  const timer = setInterval(() => {
    const isRoundComplete = subscribers.beat(++seconds, history.isReceiving())
    if (!isRoundComplete) return
    retained.sweep()
    if (history.isReceiving()) void checkAccess()
  }, 1_000).unref()

  function endAll() {
    for (const { stream } of subscribers.all()) stream.end()
  }
  stopping.addEventListener('abort', endAll)

  function greet({ stream, access, vendorId, userId }: Subscriber<A>, since: number) {
    if (!history.isReceiving()) return stream.send({ kind: 'paused' }, false)
    const notices = history.read(vendorId, since)
    const hasNewAccess = notices.some(notice => rules.usersWithNewAccess(notice).includes(userId))
    const isComplete = history.isCompleteSince(since)
    stream.send(hasNewAccess ? newAccess : readyEvent(isComplete, subscribers), false)
    const events = notices.map(notice => JSON.stringify(access && rules.eventFor(notice, access)))
    for (const event of new Set(events)) if (event !== 'null') stream.send(JSON.parse(event), false)
    stream.beat(true)
  }

  return {
    listening: listener.firstAttempt,
    count: subscribers.count,
    retained: retained.read,
    /** Opens a session's stream to a client's address: it has the notices of the last `age` ms
     * and ends after `seconds`, or with the session. @throws 401, 429, 503 before `begin` */
    async open(
      session: SessionKey,
      address: string,
      { age, seconds }: { age?: number | undefined; seconds?: number | undefined },
      begin: () => ServerResponse,
    ) {
      if (stopping.aborted) throw unavailable()
      if (subscribers.count() >= limits.streams) throw busy()
      const networks = networksOf(address)
      if (
        subscribers.countOfUser(session.userId) >= limits.streamsOfUser * limitFactor ||
        networks.some(
          ({ network, factor }) =>
            subscribers.countOfNetwork(network) >= limits.streamsOfAddress * factor * limitFactor,
        )
      )
        throw tooManyStreams()
      const since = performance.now() - (age === undefined ? 0 : age + noticeDelayMs)
      const subscriber: Subscriber<A> = {
        ...session,
        networks: networks.map(({ network }) => network),
        stream: new EventStream(),
        access: null,
      }
      // before its access is read: a later change of it ends the stream
      const remove = subscribers.add(subscriber)
      const { stream } = subscriber
      try {
        subscriber.access =
          (await rules.readAccess(session.vendorId, [session.sessionId])).get(session.sessionId) ??
          null
        if (!subscriber.access) throw unauthenticated()
        const response = begin()
        if (response.destroyed) return remove()
        const lifetime = Math.min(
          seconds ?? Number.POSITIVE_INFINITY,
          subscriber.access.secondsLeft,
        )
        const end = setTimeout(() => stream.end(), Math.min(lifetime * 1_000, longestTimer)).unref()
        response.once('close', () => {
          clearTimeout(end)
          remove()
        })
        stream.begin(response)
      } catch (error) {
        remove()
        throw error
      }
      greet(subscriber, since)
      if (seconds === 0) stream.end()
    },
    async close() {
      clearInterval(timer)
      stopping.removeEventListener('abort', endAll)
      endAll()
      await listener.close()
    },
  }
}

/** Clients that may have missed something refetch within
 * `within` ms, so that not all do at once. */
const readyEvent = (isComplete: boolean, subscribers: { count(): number }) => ({
  kind: 'ready',
  isComplete,
  within: isComplete ? 0 : 2 * subscribers.count(),
})

const newAccess = { kind: 'ready', isComplete: false, within: 0 }

type State<A> = {
  subscribers: Subscribers<A>
  retained: ReturnType<typeof createRetained>
  history: ReturnType<typeof createHistory>
  checkAccess: () => Promise<void>
}

function receiveNotices<A extends Access>(
  target: ConnectionTarget,
  { subscribers, retained, history, checkAccess }: State<A>,
  rules: Rules<A>,
  { log, onNotice }: LiveOptions,
) {
  let isOutageLogged = false
  return openListener(target, {
    onNotice(text) {
      const notice = parseNotice(text)
      if (!notice) return
      onNotice?.(notice.kind)
      if (!notice.retain) history.add(notice)
      else if (!retained.keep(notice)) return
      for (const userId of rules.usersWithNewAccess(notice))
        for (const { stream } of subscribers.ofUser(userId)) stream.end()
      for (const { stream, access } of subscribers.ofVendor(notice.vendor)) {
        const event = access && rules.eventFor(notice, access)
        if (event) stream.send(event, true)
      }
    },
    onConnect() {
      history.begin()
      if (isOutageLogged) log.info('notices of changes are received again')
      isOutageLogged = false
      for (const { stream, access } of subscribers.all())
        if (access) stream.send(readyEvent(false, subscribers), true)
      void checkAccess()
    },
    onDisconnect(err) {
      if (!isOutageLogged)
        log.warn({ err }, 'notices of changes are not received: clients poll meanwhile')
      isOutageLogged = true
      if (!history.isReceiving()) return
      history.pause()
      for (const { stream } of subscribers.all()) stream.send({ kind: 'paused' }, false)
    },
  })
}

/** Null where the text is no notice of this server. */
function parseNotice(text: string): LiveNotice | null {
  try {
    const notice = JSON.parse(text)
    return typeof notice?.vendor === 'string' && typeof notice.kind === 'string' ? notice : null
  } catch {
    return null
  }
}
