import { setTimeout as pause } from 'node:timers/promises'
import type { CheckedRecord, MailSender, SenderChange, SenderRecord } from '#contract/mail.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import { isOperatorLocalPart } from '#platform/mail/mail-in-url.ts'
import { domainOf, type Mailbox, senderOf } from '#platform/mail/mailer.ts'
import { changeSender, readSender } from '../vendors/sender.ts'
import { judgeRecord, senderRecords } from './sender-records.ts'

type Sender = Pick<
  Awaited<ReturnType<typeof readSender>>,
  'name' | 'senderName' | 'senderAddress' | 'dateSenderVerified'
>

/** The From of a vendor's mails: its own address once that
 * is verified, else the address of MAIL_FROM. */
export const fromOf = (
  config: Pick<Config, 'mailFrom'>,
  { name, senderName, senderAddress, dateSenderVerified }: Sender,
): Mailbox => ({
  name: senderName ?? name,
  address:
    senderAddress !== null && dateSenderVerified !== null
      ? senderAddress
      : senderOf(config.mailFrom).address,
})

export type SenderContext = { config: Config; signing: Signing }

export async function describeSender(
  db: Db,
  { config, signing }: SenderContext,
  domain: string,
): Promise<MailSender> {
  const sender = await readSender(db)
  const { senderName, senderAddress, dateSenderVerified, mailInAddress } = sender
  return {
    senderName: senderName ?? '',
    senderAddress: senderAddress ?? '',
    mailInAddress: mailInAddress ?? '',
    isVerified: dateSenderVerified !== null,
    used: fromOf(config, sender),
    defaultAddress: senderOf(config.mailFrom).address,
    incoming: config.mailInUrl ? `${mailInAddress ?? domain}@${config.mailInUrl.domain}` : null,
    records:
      senderAddress === null ? [] : recordsOf({ config, signing }, db.vendorId, senderAddress),
  }
}

/** @throws 400 for an address of the operator's domains or
 * mailboxes, 409 when another vendor has the incoming address */
export async function setSender(db: Db, config: Config, change: SenderChange) {
  const { senderAddress, mailInAddress } = change
  if (isOperatorLocalPart(config, mailInAddress))
    throw invalid([{ message: 'reservedLocalPart', path: ['mailInAddress'] }])
  const operator = canonicalAddress(senderOf(config.mailFrom).address)
  // the default
  if (senderAddress === operator) return changeSender(db, { ...change, senderAddress: '' })
  const domain = domainOf(senderAddress)
  if (domain === domainOf(operator) || domain === config.mailInUrl?.domain)
    throw invalid([{ message: 'foreignSenderDomain', path: ['senderAddress'] }])
  return changeSender(db, change)
}

const recordsOf = (
  { config, signing }: SenderContext,
  vendor: string,
  address: string,
): SenderRecord[] => {
  const domain = domainOf(address)
  return senderRecords(domain, signing.sign('senderDomain', vendor, domain), config)
}

/** In ms, for all records: the administrator waits for the response. */
const lookupTimeout = 5_000

export function checkRecords(
  context: SenderContext & { resolver: Resolver },
  vendor: string,
  address: string,
  timeout = lookupTimeout,
): Promise<CheckedRecord[]> {
  return Promise.all(
    recordsOf(context, vendor, address).map(async record => {
      const values = await resolveRecord(context.resolver, record, timeout)
      if (values === null) return { ...record, status: 'unavailable' as const, found: [] }
      const { status, found } = judgeRecord(record, values)
      return { ...record, status, found: found.slice(0, 10).map(value => value.slice(0, 1_000)) }
    }),
  )
}

/** The values at the name of a record; null when the DNS did not answer in time. */
async function resolveRecord(
  resolver: Resolver,
  { type, name }: SenderRecord,
  timeout: number,
): Promise<string[] | null> {
  const timer = new AbortController()
  const answer = resolver(name, type).then(
    values => (values as (string | string[])[]).map(value => [value].flat().join('')),
    error => (['ENOTFOUND', 'ENODATA'].includes(error.code) ? [] : null),
  )
  try {
    return await Promise.race([
      answer,
      pause(timeout, null, { signal: timer.signal }).catch(() => null),
    ])
  } finally {
    timer.abort()
  }
}
