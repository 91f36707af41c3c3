import { isAuthentic } from '#platform/mail/authentication.ts'
import { parseMail } from '#platform/mail/parse-mail.ts'
import { runTasks } from '#platform/worker/thread.ts'
import type { DnsAnswer, MailTask, MailText, ReadMail } from './mail-task.ts'
import { readMailText } from './read-mail-text.ts'

// The thread that reads mails and checks whether they are
// authentic, for which it queries the DNS through the server.

/** Characters of the text that are sent back: delivery reports are found in it. */
const mostText = 500_000

runTasks<MailTask, ReadMail | MailText | boolean>((task, request) => {
  if ('raw' in task) return read(bufferOf(task.raw))
  if ('reply' in task) return Promise.resolve(readMailText(task.reply, task.answered))
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

async function read(raw: Buffer): Promise<ReadMail> {
  const { html, headerLines, ...email } = await parseMail(raw)
  const mailText = readMailText({
    text: email.text,
    html,
    attachments: email.attachments,
    from: email.from,
  })
  return {
    ...email,
    headerLines: [],
    ...(email.text !== undefined && { text: email.text.slice(0, mostText) }),
    mailText,
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
