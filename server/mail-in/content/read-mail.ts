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

export const openMailReader = ({
  heap,
  deadline,
  idle,
}: {
  heap: number
  deadline: number
  idle: number
}) => {
  const worker = openWorker<MailTask, unknown>(new URL('./mail-worker.ts', import.meta.url), {
    heap,
    idle,
  })
  const run = (
    task: MailTask,
    deadline: number,
    answer?: (question: DnsQuestion) => Promise<DnsAnswer>,
  ) =>
    worker.run(task, { deadline, ...(answer && { answer }) }).catch(error => {
      if (error instanceof TaskFailed && error.name === 'AuthenticationUnavailable')
        throw new AuthenticationUnavailable(error.message)
      if (error instanceof WorkerExceeded || error.name === 'MailUnreadable')
        throw new MailUnreadable(error.message, { cause: error })
      throw error
    })

  return {
    /** Parses a raw mail, and separates its text. @throws MailUnreadable,
     * also for one that takes too long or too much memory */
    readMail: (raw: Buffer) => run({ raw }, deadline) as Promise<ReadMail>,

    /** The text of a mail, compared with the messages that it answers. @throws MailUnreadable */
    compareReply: (raw: Buffer, answered: Answered) =>
      run({ raw, answered }, deadline) as Promise<MailText>,

    /** @throws AuthenticationUnavailable, MailUnreadable */
    async checkSender(
      headers: MailHeaders,
      sender: string,
      delivery: Delivery,
      resolver: Resolver,
    ): Promise<boolean> {
      if (delivery.trustedHost !== undefined)
        return isAuthentic(headers, sender, delivery, resolver)
      const answer = ({ name, type }: DnsQuestion) =>
        resolver(name, type).then(
          records => ({ records }),
          ({ code, message }) => ({ error: { code: String(code), message: String(message) } }),
        )
      return run({ sender, delivery }, deadline + longestCheck, answer) as Promise<boolean>
    },
  }
}

/** One thread for all mails of this process: what reads them
 * may take long, and never occupies the event loop. */
export const { readMail, compareReply, checkSender } = openMailReader({
  heap: 512,
  deadline: 20_000,
  idle: 30_000,
})
