import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { mailFolder } from '#platform/mail/mailer.ts'

/** The mails that an installation without SMTP_URL writes into its folder. */
export const mailsIn = ({ dataDir }: { dataDir: string }) => {
  const folder = mailFolder(dataDir)

  async function all(): Promise<Email[]> {
    const files = (await readdir(folder).catch(() => [])).filter(name => name.endsWith('.eml')).map(name => join(folder, name))
    const dated = await Promise.all(files.map(async file => ({ file, time: (await stat(file)).mtimeMs })))
    dated.sort((a, b) => a.time - b.time)
    return Promise.all(dated.map(async ({ file }) => PostalMime.parse(await readFile(file))))
  }

  /** Somebody's mails, the first ones first; waits until there are so many. */
  async function to(address: string, least = 1): Promise<Email[]> {
    for (const end = Date.now() + 10_000; ; await pause(50)) {
      const theirs = (await all()).filter(mail => mail.to?.[0]?.address === address)
      if (theirs.length >= least) return theirs
      if (Date.now() > end) throw new Error(`${theirs.length} of ${least} mails came for ${address}`)
    }
  }

  /** The link in somebody's newest mail, when so many have come. */
  async function linkTo(address: string, least = 1): Promise<URL> {
    const mail = (await to(address, least)).at(-1)
    return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  }
  return { all, to, linkTo }
}
