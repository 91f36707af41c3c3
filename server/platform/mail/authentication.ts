import { setTimeout as pause } from 'node:timers/promises'
import { toAsciiLowerCase } from '#contract/text/addresses.ts'
import { domainOf, headerAddress } from './message.ts'
import { headerOf, headerValues, type MailHeaders } from './parse-mail.ts'

export type Resolver = (name: string, type: string) => Promise<unknown>

/** How a mail came. `trustedHost` is believed in `Authentication-Results`;
 * without one the client's address is checked. */
export type Delivery = {
  raw: Buffer
  from: string
  clientAddress: string
  clientName: string
  trustedHost: string | undefined
}

/** The DNS did not answer: the check is to be repeated. */
export class AuthenticationUnavailable extends Error {
  override readonly name = 'AuthenticationUnavailable'
}

/** Whether the mail is authentic for the domain of its From (`sender`): DMARC passes, or without a
 * policy an aligned SPF or DKIM, which covers the whole body. @throws AuthenticationUnavailable */
export async function isAuthentic(
  headers: MailHeaders,
  sender: string,
  delivery: Delivery,
  resolver: Resolver,
): Promise<boolean> {
  const { raw, trustedHost } = delivery
  if (!isCheckable(raw)) return false
  return trustedHost === undefined
    ? checkMail(sender, delivery, resolver)
    : hasTrustedPass(headers, domainOf(sender), trustedHost)
}

const longestHeader = 262_144 // bytes
const mostLines = 1_000
const mostSignatures = 20

/** Readers differ on the author where a line of no header
 * follows From: some take it as a part of it. */
const brokenFrom =
  /(?:^|\n)from[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*\n(?![ \t]|[!-9;-~]+[ \t]*:|\r*\n|$)/i

/** Whether the header has one reading and so few lines and
 * signatures that their check takes little time. */
function isCheckable(raw: Buffer): boolean {
  const header = headerOf(raw, longestHeader + 1)
  if (header.length > longestHeader || header.split('\n', mostLines + 2).length > mostLines + 1)
    return false
  return (
    (header.match(/^dkim-signature[ \t\r\n]*:/gim)?.length ?? 0) <= mostSignatures &&
    !brokenFrom.test(header)
  )
}

type Result = { method: string; result: string; properties: Map<string, string> }

/** Whether the trusted host's topmost header reports a pass:
 * the sender may have written those below (RFC 8601, 7.1). */
async function hasTrustedPass(
  headers: MailHeaders,
  domain: string,
  trustedHost: string,
): Promise<boolean> {
  const { isAligned } = await importAlignment()
  const results = headerValues(headers, 'authentication-results')
    .map(value => resultsOf(value, trustedHost))
    .find(each => each !== null)
  if (!results) return false
  // of no named domain a pass may be of another one
  const dmarcs = results.filter(
    ({ method, result, properties }) =>
      method === 'dmarc' &&
      (properties.has('header.from')
        ? isAligned(domainOf(properties.get('header.from') ?? ''), domain)
        : result !== 'pass'),
  )
  if (dmarcs.some(({ result }) => result !== 'none'))
    return dmarcs.every(({ result }) => result === 'pass')
  return results.some(
    ({ method, result, properties }) =>
      result === 'pass' &&
      ((method === 'dkim' &&
        isAligned(
          properties.get('header.d') ?? domainOf(properties.get('header.i') ?? ''),
          domain,
        )) ||
        (method === 'spf' && isAligned(domainOf(properties.get('smtp.mailfrom') ?? ''), domain))),
  )
}

/** Some hosts write the HELO or the envelope sender of their client without quotes. Neither has
 * a white space: where `;` follows such a property without one, it may be the client's. */
const clientsSemicolon = /\bsmtp\.[a-z-]+\s*=\s*[^;\s]*\s*;\S/i

function resultsOf(value: string, trustedHost: string): Result[] | null {
  const text = withoutComments(value.slice(0, 10_000))
  const [host = '', ...parts] = text.split(';')
  if (toAsciiLowerCase(host.trim().split(/\s/)[0] ?? '') !== toAsciiLowerCase(trustedHost))
    return null
  if (clientsSemicolon.test(text)) return []
  return parts.flatMap(part => {
    const [, method, result] = /^\s*(dmarc|dkim|spf)\s*=\s*([a-z]+)/i.exec(part) ?? []
    if (!method || !result) return []
    const properties = [...part.matchAll(/\b([a-z]+\.[a-z-]+)\s*=\s*"?([^\s"]+)/gi)]
    return [
      {
        method: method.toLowerCase(),
        result: result.toLowerCase(),
        properties: new Map(
          properties.map(([, name = '', text = '']) => [name.toLowerCase(), text.toLowerCase()]),
        ),
      },
    ]
  })
}

/** Without comments, which may be nested, and quoted strings: both may repeat what
 * the sender wrote. What follows one without an end is left out. */
function withoutComments(value: string): string {
  let depth = 0
  let isQuoted = false
  let text = ''
  for (const [part = ''] of value.matchAll(/\\?.|\\/gs)) {
    if (part === '"' && depth === 0) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (part === '(') depth++
    else if (part === ')' && depth > 0) {
      depth--
      text += ' '
    } else if (depth === 0) text += part
  }
  return text
}

/** Milliseconds, most of which are those of the DNS. */
export const longestCheck = 10_000

async function checkMail(
  sender: string,
  { raw, from, clientAddress, clientName }: Delivery,
  resolver: Resolver,
) {
  const { authenticate } = await import('mailauth') // on demand, as it takes memory
  const { isAligned, mayAlign } = await importAlignment()
  const domain = domainOf(sender)
  // a webhook names no client
  const checksSpf = clientAddress !== '' && mayAlign(domainOf(from), domain)
  const ended = new AbortController()
  const resolve = askedOnce(async (name, type) => {
    if (ended.signal.aborted) throw notAsked()
    return resolver(name, type)
  })
  // what each check needs, while the body is hashed: one silent DNS is waited for once
  for (const name of [`_dmarc.${domain}`, ...(checksSpf ? [domainOf(from)] : [])])
    resolve(name, 'TXT').catch(() => {})
  const check = authenticate(raw, {
    ...(checksSpf && { ip: clientAddress, helo: clientName }),
    sender: from,
    mta: 'localhost',
    resolver: withoutOthersKeys(resolve, signing => mayAlign(signing, domain)) as never,
    disableArc: true,
    disableBimi: true,
  })
  const result = await Promise.race([
    check,
    pause(longestCheck, null, { signal: ended.signal }),
  ]).finally(() => ended.abort())
  if (!result) throw new AuthenticationUnavailable('the DNS is slow')
  const { dkim, spf, dmarc } = result
  const [author, ...others] = dkim.headerFrom
  if (author === undefined || others.length > 0 || headerAddress(author) !== headerAddress(sender))
    return false // another reading of From
  const policy = dmarc ? dmarc.status.result : 'none'
  if (
    policy === 'pass' &&
    dmarc &&
    (dmarc.alignment.spf.result || !dmarc.alignment.dkim.underSized)
  )
    return true
  if (policy === 'temperror' || dkim.results.some(({ status }) => status.result === 'temperror'))
    throw new AuthenticationUnavailable('the DNS does not answer')
  if (policy !== 'none') return false
  if (
    dkim.results.some(
      ({ status, signingDomain }) =>
        status.result === 'pass' && !status.underSized && isAligned(signingDomain ?? '', domain),
    )
  )
    return true
  const spfResult = checksSpf && spf !== false ? spf.status.result : 'none'
  if (spfResult === 'temperror') throw new AuthenticationUnavailable('the DNS does not answer')
  return spfResult === 'pass' && isAligned(domainOf(from), domain)
}

const notAsked = () => Object.assign(new Error('not asked'), { code: 'ENOTFOUND' })

function askedOnce(resolver: Resolver): Resolver {
  const answers = new Map<string, Promise<unknown>>()
  return (name, type) => {
    const key = `${type} ${name}`
    const answer = answers.get(key) ?? resolver(name, type)
    answers.set(key, answer)
    return answer
  }
}

/** The DNS of a domain whose signatures prove nothing is not asked: it may be slow on purpose. */
const withoutOthersKeys =
  (resolver: Resolver, isOwn: (signing: string) => boolean): Resolver =>
  async (name, type) => {
    const [, signing] = /\._domainkey\.(.+)$/i.exec(name) ?? []
    if (signing !== undefined && !isOwn(toAsciiLowerCase(signing))) throw notAsked()
    return resolver(name, type)
  }

/** On demand, as the list of public suffixes takes memory. */
const importAlignment = () => import('./alignment.ts')
