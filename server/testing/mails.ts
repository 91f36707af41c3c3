import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { mailFolder } from '#platform/mail/mailer.ts'

type Mail = { time: number; email: Email }
/** A file never changes once it has its name: each is read once. */
const readMails = new WeakMap<object, Map<string, Promise<Mail>>>()

export const mailsIn = (portal: { dataDir: string }) => {
  const folder = mailFolder(portal.dataDir)
  const mails = readMails.get(portal) ?? new Map<string, Promise<Mail>>()
  readMails.set(portal, mails)

  async function readMail(name: string): Promise<Mail> {
    const file = join(folder, name)
    const [{ mtimeMs: time }, bytes] = [await stat(file), await readFile(file)]
    return { time, email: await PostalMime.parse(bytes) }
  }

  async function all(): Promise<Email[]> {
    const names = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml'))
    for (const name of names) if (!mails.has(name)) mails.set(name, readMail(name))
    const read = await Promise.all(names.map(name => mails.get(name) as Promise<Mail>))
    return read.toSorted((a, b) => a.time - b.time).map(({ email }) => email)
  }

  /** The mails to an address by time; waits for `min`. */
  async function to(address: string, min = 1): Promise<Email[]> {
    for (const end = Date.now() + 50_000; ; await pause(50)) {
      const mails = (await all()).filter(mail => mail.to?.[0]?.address === address)
      if (mails.length >= min) return mails
      if (Date.now() > end)
        throw new Error(`${mails.length} of ${min} mails arrived for ${address}`)
    }
  }

  async function linkTo(address: string, min = 1): Promise<URL> {
    const mail = (await to(address, min)).at(-1)
    return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  }
  return { all, to, linkTo }
}
