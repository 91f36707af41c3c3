import type { RecordStatus, SenderRecord } from '#contract/mail.ts'
import type { Config } from '#platform/config/config.ts'

/** The DNS records that permit mails from this domain.
 * `proof` is known to the domain's vendor only. */
export function senderRecords(
  domain: string,
  proof: string,
  { mailSpf, mailDkim = [] }: Pick<Config, 'mailSpf' | 'mailDkim'>,
): SenderRecord[] {
  return [
    {
      purpose: 'ownership',
      type: 'TXT',
      name: `_tezgah.${domain}`,
      value: `${proofPrefix}${proof}`,
    },
    ...(mailSpf === undefined
      ? []
      : [{ purpose: 'spf', type: 'TXT', name: domain, value: `v=spf1 ${mailSpf} ~all` } as const]),
    ...mailDkim.map(
      ({ selector, target }): SenderRecord => ({
        purpose: 'dkim',
        type: 'CNAME',
        name: `${selector}._domainkey.${domain}`,
        value: target,
      }),
    ),
    { purpose: 'dmarc', type: 'TXT', name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none' },
  ]
}

const proofPrefix = 'tezgah-domain='

export function judgeRecord(
  { purpose, value }: SenderRecord,
  values: string[],
): { status: RecordStatus; found: string[] } {
  switch (purpose) {
    case 'ownership': {
      // other vendors and installations may have theirs beside it
      if (values.includes(value)) return { status: 'ok', found: [value] }
      const found = values.filter(each => each.startsWith(proofPrefix))
      return { status: found.length > 0 ? 'different' : 'missing', found }
    }
    case 'spf': {
      const [, mechanism = ''] = value.split(' ')
      return judgeOnly(
        values.filter(each => /^v=spf1( |$)/i.test(each)),
        each => permits(each, mechanism),
      )
    }
    case 'dkim':
      return judgeOnly(values.map(hostOf), each => each === hostOf(value))
    case 'dmarc':
      return judgeOnly(
        values.filter(each => /^v\s*=\s*DMARC1\s*(;|$)/.test(each)),
        each => /;\s*p\s*=\s*(none|quarantine|reject)\s*(;|$)/i.test(each),
      )
  }
}

/** There may be one value, which `isRight` judges (RFC 7208
 * 3.2, RFC 7489 6.6.3, RFC 1034 3.6.2). */
function judgeOnly(
  found: string[],
  isRight: (value: string) => boolean,
): { status: RecordStatus; found: string[] } {
  const [only, ...others] = found
  if (only === undefined) return { status: 'missing', found }
  if (others.length > 0) return { status: 'several', found }
  return { status: isRight(only) ? 'ok' : 'different', found }
}

/** Whether an SPF record has the mechanism; terms after `all` are not evaluated (RFC 7208 5.1). */
function permits(record: string, mechanism: string): boolean {
  const terms = record.toLowerCase().split(/ +/)
  const end = terms.findIndex(term => /^[-~?+]?all$/.test(term))
  return (end < 0 ? terms : terms.slice(0, end)).some(term => term.replace(/^\+/, '') === mechanism)
}

const hostOf = (name: string) => name.toLowerCase().replace(/\.$/, '')
