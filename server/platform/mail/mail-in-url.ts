import { domainOf, localPart, senderOf } from './message.ts'

/** `domain` is of the addresses, `user` of IMAP. `secret` signs
 * the mails of a webhook; with `webhook:` there are no others. */
export type MailInUrl = {
  protocol: 'smtp' | 'lmtp' | 'imap' | 'imaps' | 'webhook'
  host: string
  port: number
  domain: string
  secret: string | undefined
  user: string
  password: string
  mailbox: string
}

const defaultPorts = { smtp: 25, lmtp: 24, imap: 143, imaps: 993, webhook: 0 }

/** Parses `smtp://host:port?domain=…&secret=…`, `lmtp://…`,
 * `imaps://user:password@host/mailbox?…`, `webhook:?…`; else undefined. */
export function parseMailInUrl(text: string): MailInUrl | undefined {
  const url = URL.parse(text)
  const protocol = (Object.keys(defaultPorts) as MailInUrl['protocol'][]).find(
    each => url?.protocol === `${each}:`,
  )
  if (!url || !protocol) return undefined
  const domain = url.searchParams.get('domain')?.toLowerCase() ?? ''
  const secret = url.searchParams.get('secret') ?? undefined
  const isImap = protocol.startsWith('imap')
  const [user, password, path] = [url.username, url.password, url.pathname.replace(/^\//, '')].map(
    decode,
  )
  if (user === undefined || password === undefined || path === undefined) return undefined
  if (!isDomain(domain) || (secret !== undefined && secret.length < 32)) return undefined
  if (protocol === 'webhook' ? secret === undefined : url.hostname === '') return undefined
  if (isImap ? user === '' : user !== '' || path !== '') return undefined
  const port = url.port === '' ? defaultPorts[protocol] : Number(url.port)
  return {
    protocol,
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port,
    domain,
    secret,
    user,
    password,
    mailbox: path || 'INBOX',
  }
}

/** Whether a local part at the domain of MAIL_IN_URL is the
 * operator's: that of MAIL_FROM, or of the mailbox that IMAP reads. */
export function isOperatorLocalPart(
  { mailFrom, mailInUrl }: { mailFrom: string; mailInUrl?: MailInUrl | undefined },
  local: string,
): boolean {
  if (!mailInUrl) return false
  const { user, domain } = mailInUrl
  const own = [senderOf(mailFrom).address, user.includes('@') ? user : `${user}@${domain}`]
  return (
    local !== '' &&
    own.some(address => domainOf(address) === domain && localPart(address) === local.toLowerCase())
  )
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const isDomain = (text: string) =>
  text.length <= 190 && /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(text)
