import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { FairSemaphore } from '#platform/concurrency/fair-semaphore.ts'
import {
  AuthenticationUnavailable,
  type Delivery,
  isAuthentic,
  longestCheck,
  type Resolver,
} from '#platform/mail/authentication.ts'
import { type MailHeaders, MailUnreadable } from '#platform/mail/parse-mail.ts'
import { openWorker, TaskFailed, WorkerExceeded } from '#platform/worker/worker.ts'
import type { Answered } from '../text/reply.ts'
import type { DnsAnswer, DnsQuestion, MailTask, MailText, ReadMail } from './mail-task.ts'

/** Of mails that are read at once, at most one of a vendor: a
 * mail that takes long does not delay those of another vendor. */
const readers = 2
/** More than the queue works on at once. */
const mostChecks = 50

const longestAnswer = 3_000 // ms, of the DNS for one name

export const openMailReader = ({
  heap,
  deadline,
  idle,
}: {
  heap: number
  deadline: number
  idle: number
}) => {
  const open = (atOnce: number) =>
    openWorker<MailTask, unknown>(new URL('./mail-worker.ts', import.meta.url), {
      heap,
      idle,
      atOnce,
    })
  const free = Array.from({ length: readers }, () => open(1))
  // where checks wait for the DNS, and compute little
  const checker = open(mostChecks)
  const turns = new FairSemaphore({
    slots: readers,
    slotsOfVendor: 1,
    timeout: 60_000, // of none, as each is begun
    maxPause: 0,
  })

  async function read(task: MailTask, turn: string) {
    const release = await turns.acquire({ vendor: turn, user: uuidv7(), isBegun: true })
    const reader = free.pop() as (typeof free)[number]
    try {
      return await reader.run(task, { deadline })
    } catch (error) {
      if (error instanceof WorkerExceeded || isNamed(error, 'MailUnreadable'))
        throw new MailUnreadable(error.message, { cause: error })
      throw error
    } finally {
      free.push(reader)
      release()
    }
  }

  return {
    /** Parses a raw mail, and separates its text. Mails of one `turn`, usually a vendor, wait
     * for each other. @throws MailUnreadable, also for one above its time or memory */
    readMail: (raw: Buffer, turn: string) => read({ raw }, turn) as Promise<ReadMail>,

    /** The text of a mail, compared with the messages that it answers. @throws MailUnreadable */
    compareReply: (raw: Buffer, answered: Answered, turn: string) =>
      read({ raw, answered }, turn) as Promise<MailText>,

    /** @throws AuthenticationUnavailable */
    async checkSender(
      headers: MailHeaders,
      sender: string,
      delivery: Delivery,
      resolver: Resolver,
    ): Promise<boolean> {
      if (delivery.trustedHost !== undefined)
        return isAuthentic(headers, sender, delivery, resolver)
      const answer = ({ name, type }: DnsQuestion) => resolveInTime(resolver, name, type)
      try {
        const task = { sender, delivery }
        return (await checker.run(task, { deadline: deadline + longestCheck, answer })) as boolean
      } catch (error) {
        // the thread may have ended by the mail of another sender
        if (error instanceof WorkerExceeded || isNamed(error, 'AuthenticationUnavailable'))
          throw new AuthenticationUnavailable(error.message, { cause: error })
        throw error
      }
    },
  }
}

const isNamed = (error: unknown, name: string): error is TaskFailed =>
  error instanceof TaskFailed && error.name === name

async function resolveInTime(resolver: Resolver, name: string, type: string): Promise<DnsAnswer> {
  const ended = new AbortController()
  const late = { error: { code: 'ETIMEOUT', message: `no ${type} of ${name} in time` } }
  return Promise.race([
    resolver(name, type).then(
      records => ({ records }),
      ({ code, message }) => ({ error: { code: String(code), message: String(message) } }),
    ),
    pause(longestAnswer, late, { signal: ended.signal }),
  ]).finally(() => ended.abort())
}

/** The threads of this process for its mails: what reads them
 * may take long, and never occupies the event loop. */
export const { readMail, compareReply, checkSender } = openMailReader({
  heap: 512,
  deadline: 20_000,
  idle: 30_000,
})
