import { isIP } from 'node:net'
import type { Config } from '#platform/config/config.ts'
import { platformVendor } from '#platform/database/database.ts'
import { runFor } from '#platform/database/requester.ts'
import { HttpError } from '#platform/errors.ts'
import { networkOf } from '#platform/limits/network.ts'
import { forNetworks, type Limit, type RateLimiter } from '#platform/limits/rate-limit.ts'
import { visitorOf } from '#platform/limits/requesters.ts'
import { type IncomingMail, MailRejected } from '#platform/mail/incoming-mail.ts'

const connections: Limit = { name: 'mailConnections', max: 600, seconds: 60 }
/** Of one network, also with a wrong signature. */
export const postedMails: Limit = { name: 'postedMails', max: 600, seconds: 60 }
// Of one vendor. A network has a tenth, so that it does not
// defer the mails of others (docs/mail.md).
const mailsOfSender: Limit = { name: 'mailsOfSender', max: 120, seconds: 3_600 }
const mailsOfNetwork: Limit = { name: 'mailsOfNetwork', max: 500, seconds: 3_600 }
const mailsOfVendor: Limit = { name: 'mailsOfVendor', max: 5_000, seconds: 3_600 }
const bytesOfNetwork: Limit = { name: 'mailBytesOfNetwork', max: 200 * 1024 ** 2, seconds: 86_400 }
export const bytesOfVendor: Limit = {
  name: 'mailBytesOfVendor',
  max: 2 * 1024 ** 3,
  seconds: 86_400,
}

type LimitContext = { config: Config; rateLimiter: RateLimiter }

/** Whether an SMTP client is the mail server of the operator, whose network says nothing. */
export const isRelay = ({ mailInTrust, mailInUrl, mailInClients }: RelayConfig, address: string) =>
  (mailInTrust !== undefined || mailInUrl?.protocol === 'lmtp') &&
  isIP(address) !== 0 &&
  mailInClients.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
type RelayConfig = Pick<Config, 'mailInTrust' | 'mailInUrl' | 'mailInClients'>

/** Whose `Authentication-Results` are believed in a mail of
 * this client; a mailbox and a webhook name no client. */
export const trustedHostFor = (config: RelayConfig, clientAddress: string) =>
  clientAddress === '' || isRelay(config, clientAddress) ? config.mailInTrust : undefined

/** @throws MailRejected above the limit of the client's network */
export async function countConnection(
  { rateLimiter }: LimitContext,
  address: string,
): Promise<void> {
  const counting = runFor(visitorOf(address), () =>
    rateLimiter.count(platformVendor, ...forNetworks(connections, address)),
  )
  await rejectAboveLimit(counting, undefined)
}

/** Strangers who write in a sender's name from another network
 * do not use up that sender's limit. @throws MailRejected */
export async function countReceived(
  { config, rateLimiter }: LimitContext,
  vendor: string,
  mail: IncomingMail,
  sender: string,
): Promise<void> {
  const { clientAddress, raw } = mail
  const weight = raw.length
  const refund = await rejectAboveLimit(
    rateLimiter.count(vendor, {
      limit: mailsOfSender,
      subject: [networkOf(clientAddress), sender],
    }),
    sender,
  )
  const ofNetwork =
    clientAddress === '' || isRelay(config, clientAddress)
      ? []
      : [
          ...forNetworks(mailsOfNetwork, clientAddress),
          ...forNetworks(bytesOfNetwork, clientAddress, { weight }),
        ]
  const ofVendor = [
    { limit: mailsOfVendor, subject: [] },
    { limit: bytesOfVendor, subject: [], weight },
  ]
  await rejectAboveLimit(rateLimiter.count(vendor, ...ofNetwork, ...ofVendor), sender).catch(
    async error => {
      await refund()
      throw error
    },
  )
}

async function rejectAboveLimit<T>(counting: Promise<T>, sender: string | undefined): Promise<T> {
  return counting.catch(error => {
    if (!(error instanceof HttpError && error.status === 429)) throw error
    throw new MailRejected(452, '4.7.1 too many mails, try again later', {
      retryAfter: error.retryAfter ?? 300,
      sender,
    })
  })
}
