import { createHash } from 'node:crypto'
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import { type Database, type Db, platformVendor } from '#platform/database/database.ts'
import { leadAlone } from '#platform/database/lead.ts'
import { statement } from '#platform/database/round-trip.ts'
import { networksOf } from '#platform/limits/network.ts'
import type { RateLimiter } from '#platform/limits/rate-limit.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import type { MailboxState } from '#platform/mail/imap-reader.ts'
import { type IncomingMail, MailRejected } from '#platform/mail/incoming-mail.ts'
import type { MailBuffer } from '#platform/mail/mail-buffer.ts'
import { isOperatorLocalPart } from '#platform/mail/mail-in-url.ts'
import { oneLine, senderOf } from '#platform/mail/mailer.ts'
import {
  addressesIn,
  bodyOf,
  countedSender,
  headerValues,
  type MailHeaders,
  onlySender,
  readHeaders,
  readMessageId,
  returnPathOf,
  withoutQuotes,
} from '#platform/mail/parse-mail.ts'
import { recordEvent } from '../../events/events.ts'
import { countMails } from '../../mail/mail-counts.ts'
import { checkSender, readMail } from '../content/read-mail.ts'
import { localPartOf, tokenOf } from './addresses.ts'
import { canBeReport, returnedReplyAddress } from './bounces.ts'
import { doctorChannel, doctorNonceOf } from './doctor-address.ts'
import { findMember } from './members.ts'
import { countConnection, countReceived, isRelay, trustedHostFor } from './receive-limits.ts'
import { recordHeader, settle } from './settle.ts'

export type ReceiveContext = {
  config: Config
  database: Database
  rateLimiter: RateLimiter
  signing: Signing
  resolver: Resolver
  mailInCounts: MailInCounts
  mailBuffer: MailBuffer
  mailbox: MailboxState
}
/** Since the start; `refused` are connections, recipients and mails
 * that an SMTP client, a webhook or a mailbox was refused. */
export type MailInCounts = { accepted: number; refused: number }

export type MailIn = { port?: number; close(): Promise<void> }

/** Receives mails as MAIL_IN_URL says; null where it names no server. */
export async function openMailIn(
  context: ReceiveContext,
  connection: pg.ClientConfig,
  log: (error: Error) => void,
): Promise<MailIn | null> {
  const { config } = context
  const { mailInUrl } = config
  if (!mailInUrl) return null
  const { protocol } = mailInUrl
  // each receiver is loaded on demand, as it takes memory
  if (protocol === 'imap' || protocol === 'imaps') {
    const { openImapReader } = await import('#platform/mail/imap-reader.ts')
    const receive = async (raw: Buffer) =>
      (await receiveWithoutEnvelope(context, raw)) > 0 || (await holdWithoutRecipient(context, raw))
        ? null
        : 'no recipient of it has an address here'
    return openImapReader(
      { ...mailInUrl, secure: protocol === 'imaps' },
      {
        receive,
        log,
        counts: context.mailInCounts,
        mailbox: context.mailbox,
        exclusive: (stopping, work) =>
          leadAlone(connection, 'mailbox', stopping, work, () => {
            context.mailbox.state = 'standby'
          }),
      },
    )
  }
  if (protocol === 'webhook') return null
  const { openSmtpReceiver } = await import('#platform/mail/smtp-receiver.ts')
  return openSmtpReceiver(mailInUrl, {
    connect: address => countConnection(context, address),
    hasRecipient: async address =>
      isSender(config, address) ||
      doctorNonce(context, address) !== null ||
      (await findVendor(context, address)) !== null,
    async receive(mail) {
      if ((await receiveMail(context, mail)) === 0)
        throw new MailRejected(550, '5.1.1 no mails are read here, except delivery reports')
    },
    log,
    counts: context.mailInCounts,
    buffer: context.mailBuffer,
    // that mail server limits its clients
    networksOf: address => (isRelay(config, address) ? [] : networksOf(address)),
  })
}

const maxRecipients = 100

/** Stores a mail for the recipients that its header names.
 * Resolves to the number of known ones. @throws MailRejected */
export async function receiveWithoutEnvelope(
  context: ReceiveContext,
  raw: Buffer,
): Promise<number> {
  const headers = await readHeaders(raw)
  return receiveMail(context, {
    ...withoutClient(raw, headers),
    recipients: addressesOf(headers, 'delivered-to', ...recipientHeaders),
  })
}

const recipientHeaders = [
  'x-original-to',
  'x-forwarded-to',
  'envelope-to',
  'x-envelope-to',
  'to',
  'cc',
]
const addressesOf = (headers: MailHeaders, ...names: string[]) =>
  names.flatMap(name => headerValues(headers, name).flatMap(addressesIn))
const withoutClient = (raw: Buffer, headers: MailHeaders) => ({
  raw,
  from: returnPathOf(headers),
  clientAddress: '',
  clientName: '',
})

/** Holds a mail of the mailbox to no known address for the only vendor. False
 * where there are several, and for what may quote links that set a password:
 * delivery reports, and mails to the operator's addresses. @throws MailRejected */
async function holdWithoutRecipient(context: ReceiveContext, raw: Buffer): Promise<boolean> {
  const headers = await readHeaders(raw)
  const mail = { ...withoutClient(raw, headers), recipients: [] }
  const isOperators = (address: string) =>
    isSender(context.config, address) ||
    isOperatorLocalPart(context.config, localPartOf(context.config, address) ?? '')
  if (canBeReport(headers, mail) || addressesOf(headers, ...recipientHeaders).some(isOperators))
    return false
  const [vendor, ...others] = await context.database.vendorIds()
  if (vendor === undefined || others.length > 0) return false
  await storeNewMail(context, vendor, mail, {
    recipient: '',
    fingerprint: fingerprintOf(raw),
    sender: countedSender(headers, mail.from),
    heldWith: headers,
  })
  context.mailInCounts.accepted++
  return true
}

/** Stores a mail for each known recipient, once, and queues its filing.
 * Resolves to their number after the commit. @throws MailRejected */
export async function receiveMail(context: ReceiveContext, mail: IncomingMail): Promise<number> {
  const headers = await readHeaders(mail.raw)
  const fingerprint = fingerprintOf(mail.raw)
  const sender = countedSender(headers, mail.from)
  const ours = (await recipientsOf(context, mail)).filter(
    address => localPartOf(context.config, address) !== null,
  )
  let known = 0
  for (const recipient of [...new Set(ours)].slice(0, maxRecipients)) {
    const nonce = doctorNonce(context, recipient)
    const vendor = nonce === null ? await findVendor(context, recipient) : null
    if (nonce !== null) await tellDoctor(context, nonce, mail)
    if (nonce !== null || vendor !== null) known++
    if (vendor !== null)
      await storeNewMail(context, vendor, mail, { recipient, fingerprint, sender })
  }
  if (known > 0) context.mailInCounts.accepted++
  return known
}

/** Broken programs repeat Message-IDs: only mails with one body
 * are one mail. Headers differ by the way that a mail came. */
function fingerprintOf(raw: Buffer): string {
  const id = readMessageId(raw)
  const hash = createHash('sha256')
  if (id === null) return hash.update(raw).digest('base64url')
  const body = bodyOf(raw)
  return hash
    .update(`${id}\n`)
    .update(body ? '\r\n\r\n' : '') // as the fingerprints of stored mails have it
    .update(body ?? raw)
    .digest('base64url')
}

type Delivery = {
  recipient: string
  fingerprint: string
  sender: string
  heldWith?: MailHeaders & { subject?: string | undefined }
}

/** A repeated delivery is not counted. @throws MailRejected above a limit */
async function storeNewMail(
  context: ReceiveContext,
  vendor: string,
  mail: IncomingMail,
  delivery: Delivery,
) {
  const { recipient, fingerprint, sender } = delivery
  const { database } = context
  const isStored = (db: Db) =>
    db
      .selectFrom('receivedMails')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('recipient', '=', recipient)
      .executeTakeFirst()
  if (await database.readVendor(vendor, isStored)) return
  await countReceived(context, vendor, mail, sender).catch(async error => {
    if (error instanceof MailRejected)
      await database.inVendor(vendor, db => countMails(db, 'refused'))
    throw error
  })
  await database.inVendor(vendor, db => storeMail(db, mail, delivery))
}

const isSender = ({ mailFrom }: Config, address: string) =>
  senderOf(mailFrom).address.toLowerCase() === address.toLowerCase()

async function findReturned(context: ReceiveContext, mail: IncomingMail): Promise<string | null> {
  const { raw } = mail
  if (!raw.includes('delivery-status') || !canBeReport(await readHeaders(raw), mail)) return null
  const email = await readMail(raw, 'delivery reports').catch(() => null)
  const address = email && returnedReplyAddress(context.config, email)
  return address && (await findVendor(context, address)) !== null ? address : null
}

/** In lower case. A delivery report to MAIL_FROM or the vendor's
 * address counts as one to the reply address of the returned mail. */
async function recipientsOf(context: ReceiveContext, mail: IncomingMail): Promise<string[]> {
  const returned = await findReturned(context, mail)
  const isReplyAddress = (address: string) =>
    tokenOf(localPartOf(context.config, address) ?? '') !== null
  return mail.recipients
    .map(withoutQuotes)
    .map(address =>
      returned === null || isReplyAddress(address) ? address.toLowerCase() : returned,
    )
}

async function storeMail(
  db: Db,
  { raw, from, clientAddress, clientName }: IncomingMail,
  { recipient, fingerprint, heldWith }: Delivery,
) {
  const id = uuidv7()
  const inserted = await db
    .insertInto('receivedMails')
    .values({
      id,
      fingerprint,
      recipient,
      raw,
      envelopeFrom: oneLine(from, 320),
      clientAddress,
      clientName: oneLine(clientName, 255),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return
  await countMails(db, 'received')
  if (!heldWith) return recordEvent(db, 'mail.received', { mail: id })
  await recordHeader(db, id, heldWith)
  const userId = (await findMember(db, heldWith))?.id
  await settle(db, id, { state: 'held', reason: 'noRecipient', userId })
}

const doctorNonce = ({ config, signing }: ReceiveContext, address: string) =>
  doctorNonceOf(signing, localPartOf(config, address) ?? '')

async function tellDoctor(
  { config, database, resolver }: ReceiveContext,
  nonce: string,
  { raw, from, clientAddress, clientName }: IncomingMail,
) {
  const headers = await readHeaders(raw)
  const delivery = {
    raw,
    from,
    clientAddress,
    clientName,
    trustedHost: trustedHostFor(config, clientAddress),
  }
  const authentic = await checkSender(
    headers,
    onlySender(headers)?.address ?? '',
    delivery,
    resolver,
  )
  await database.runAtVendor(platformVendor, {
    ...notifyDoctor,
    values: [doctorChannel, `${nonce} ${authentic ? 'authentic' : 'forged'}`],
  })
}

const notifyDoctor = statement('select pg_notify($1, $2)')

async function findVendor(
  { config, database }: ReceiveContext,
  address: string,
): Promise<string | null> {
  const local = localPartOf(config, address)
  if (local === null || /\p{Cc}/u.test(local) || isOperatorLocalPart(config, local)) return null
  const [row] = await database.runAtVendor(platformVendor, {
    ...findRecipient,
    values: [tokenOf(local), local],
  })
  return (row as { vendor: string | null }).vendor
}

const findRecipient = statement('select find_mail_recipient($1, $2) as vendor')
