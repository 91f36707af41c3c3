import { setTimeout as pause } from 'node:timers/promises'
import { type Deliver, domainOf, type SentMail, type Sign, writeMail } from './mail-servers.ts'
import type { Mailboxes } from './mailboxes.ts'

/** A mail in the name of another: at which vendor it is to be held, and why. */
export type Forged = { vendor: string; subject: string; reason: string }

const attacker = 'yabanci@baska.test'
export const forgedText = 'Sahte metin.'

/** Ways to write in the name of a member, whose mails are to be signed by their domain. */
const forgeries: ((mail: SentMail, sign: Sign) => Promise<Buffer>)[] = [
  mail => writeMail(mail),
  async (mail, sign) => sign(await writeMail(mail), domainOf(attacker)),
  async (mail, sign) => sign(await writeMail(mail), domainOf(mail.from), domainOf(attacker)),
  // changed after it was signed
  async ({ text, ...mail }, sign) => {
    const signed = await sign(await writeMail({ ...mail, text: 'Tamam.' }), domainOf(mail.from))
    return Buffer.from(signed.toString('latin1').replace('Tamam.', text), 'latin1')
  },
  mail =>
    writeMail({
      ...mail,
      headers: {
        'Authentication-Results': `localhost; dmarc=pass header.from=${domainOf(mail.from)}`,
      },
    }),
  withTwoSenders,
]

async function withTwoSenders(mail: SentMail, sign: Sign) {
  const signed = await sign(await writeMail(mail), domainOf(attacker))
  return Buffer.concat([Buffer.from(`From: ${attacker}\r\n`), signed])
}

type Attack = {
  mailboxes: Mailboxes
  deliver: Deliver
  sign: Sign
  count: number
  teams: string[]
  /** The address at which a vendor receives mails. */
  addressOf: (vendor: string) => string
  /** A member of another vendor only. */
  foreignerTo: (vendor: string) => string
}

/** Sends mails in the name of the team and of customers to their reply addresses and to
 * the vendors', and authentic ones of others to these reply addresses. */
export async function forge(attack: Attack): Promise<Forged[]> {
  const { mailboxes, count } = attack
  for (const end = performance.now() + 180_000; performance.now() < end; await pause(500))
    if (mailboxes.replyAddresses().length >= count) break
  const targets = mailboxes.replyAddresses().slice(0, count)
  return Promise.all(targets.map((target, n) => forgeOne(attack, target, n)))
}

async function forgeOne(
  { deliver, sign, teams, addressOf, foreignerTo }: Attack,
  { to: member, address, vendor }: ReturnType<Mailboxes['replyAddresses']>[number],
  n: number,
): Promise<Forged> {
  const kind = n % (forgeries.length + 2)
  const subject = `Sahte ${n}`
  const text = forgedText
  const write = forgeries[kind]
  if (!write) {
    const from = kind === forgeries.length ? attacker : foreignerTo(vendor)
    const raw = await writeMail({ from, to: address, subject, text })
    await deliver({ from, to: [address] }, await sign(raw, domainOf(from)))
    return { vendor, subject, reason: 'otherSender' }
  }
  const hasTwoSenders = write === withTwoSenders
  // the team opens no tickets by mail
  const opensTicket = !teams.includes(member) && !hasTwoSenders && n % 2 === 1
  const to = opensTicket ? addressOf(vendor) : address
  await deliver({ from: member, to: [to] }, await write({ from: member, to, subject, text }, sign))
  return { vendor, subject, reason: hasTwoSenders ? 'severalSenders' : 'notAuthentic' }
}
