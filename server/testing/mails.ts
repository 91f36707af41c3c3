import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { mailFolder } from '#platform/mail/mailer.ts'

export const mailsIn = ({ dataDir }: { dataDir: string }) => {
  const folder = mailFolder(dataDir)

  async function all(): Promise<Email[]> {
    const files = (await readdir(folder).catch(() => []))
      .filter(name => name.endsWith('.eml'))
      .map(name => join(folder, name))
    const dated = await Promise.all(
      files.map(async file => ({ file, time: (await stat(file)).mtimeMs })),
    )
    dated.sort((a, b) => a.time - b.time)
    return Promise.all(dated.map(async ({ file }) => PostalMime.parse(await readFile(file))))
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
