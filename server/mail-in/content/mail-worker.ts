import { isAuthentic } from '#platform/mail/authentication.ts'
import { parseMail } from '#platform/mail/parse-mail.ts'
import { runTasks } from '#platform/worker/thread.ts'
import type { Answered } from '../text/reply.ts'
import type { DnsAnswer, MailTask, MailText, ReadMail } from './mail-task.ts'
import { readMailText } from './read-mail-text.ts'

// The thread that reads mails and checks whether they are
// authentic, for which it queries the DNS through the server.

/** Characters of the text that are sent back: delivery reports are found in it. */
const mostText = 500_000

runTasks<MailTask, ReadMail | MailText | boolean>((task, request) => {
  if ('raw' in task)
    return task.answered ? compare(bufferOf(task.raw), task.answered) : read(bufferOf(task.raw))
  const { sender, delivery } = task
  return isAuthentic(
    { headers: [] },
    sender,
    { ...delivery, raw: bufferOf(delivery.raw) },
    async (name, type) => {
      const answer = (await request({ name, type })) as DnsAnswer
      if ('error' in answer)
        throw Object.assign(new Error(answer.error.message), { code: answer.error.code })
      return answer.records
    },
  )
})

const compare = async (raw: Buffer, answered: Answered) => (await read(raw, answered)).mailText

async function read(raw: Buffer, answered?: Answered): Promise<ReadMail> {
  const { html, headerLines, ...email } = await parseMail(raw)
  const { text, from, attachments } = email
  const mailText = readMailText({ text, html, from, attachments }, answered)
  return {
    ...email,
    headerLines: [],
    ...(email.text !== undefined && { text: email.text.slice(0, mostText) }),
    mailText,
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
