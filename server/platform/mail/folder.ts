import { randomUUID } from 'node:crypto'
import { access, chmod, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { compose, type Mailbox, MailUnavailable, type Transport } from './message.ts'

/**
 * Writes each mail as the file `<id>.eml` in `dir`, for the owner's eyes only: mails hold links that sign people in.
 * Named by id alone, so that a mail can be there only once, whatever crashes or runs beside it; the order is that of the files' times.
 */
export function folderMailer(dir: string, sender: Mailbox): Transport {
  return {
    async send(mail) {
      const composed = compose(mail, sender)
      return unlessAway(async () => {
        const file = join(dir, `${mail.id}.eml`)
        await prepare(dir)
        if (!(await exists(file))) {
          const half = join(dir, `.${mail.id}.${randomUUID()}`)
          await writeFile(half, await new MailComposer(composed).compile().build(), { mode: 0o600, flush: true })
          await rename(half, file)
        }
        return noServer
      })
    },
    check: () =>
      unlessAway(async () => {
        await prepare(dir)
        return noServer
      }),
    close() {},
  }
}

const noServer = 'no SMTP_URL: each mail is written as a file in DATA_DIR/mail'

async function prepare(dir: string) {
  await mkdir(dir, { recursive: true })
  await chmod(dir, 0o700)
  await access(dir, constants.W_OK)
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** A full or read-only disk passes; its path is for the log, in the cause. */
const unlessAway = <T>(work: () => Promise<T>) =>
  work().catch((cause: unknown) => {
    throw new MailUnavailable('the mail folder cannot be written', { cause })
  })
