import { randomUUID } from 'node:crypto'
import { access, chmod, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MailComposer from 'nodemailer/lib/mail-composer'
import { compose, type Mailbox, MailUnavailable, type Transport } from './message.ts'

/** Writes each mail once as `<id>.eml` in `dir`, readable by
 * the owner only, as mails contain links that sign in. */
export function folderMailer(dir: string, sender: Mailbox): Transport {
  return {
    async send(mail) {
      const composed = compose(mail, sender)
      return asUnavailable(async () => {
        const file = join(dir, `${mail.id}.eml`)
        await prepare(dir)
        if (!(await exists(file))) {
          const draft = join(dir, `.${mail.id}.${randomUUID()}`)
          await writeFile(draft, await new MailComposer(composed).compile().build(), {
            mode: 0o600,
            flush: true,
          })
          await rename(draft, file)
        }
        return noServer
      })
    },
    check: () =>
      asUnavailable(async () => {
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

/** The path is only in the cause, for the log. */
const asUnavailable = <T>(work: () => Promise<T>) =>
  work().catch((cause: unknown) => {
    throw new MailUnavailable('the mail folder cannot be written', { cause })
  })
