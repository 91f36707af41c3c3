import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { AuthenticationUnavailable, type Delivery, isAuthentic } from './authentication.ts'
import { parseMail } from './parse-mail.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

type Records = Record<string, string>
const signing: Records = { 'anahtar._domainkey.musteri.example': `v=DKIM1; k=rsa; p=${key}` }
const policy: Records = { '_dmarc.musteri.example': 'v=DMARC1; p=reject' }
const spf: Records = { 'musteri.example': 'v=spf1 ip4:192.0.2.1 -all' }

/** A DNS with these TXT records. */
const dns = (records: Records) => async (name: string, type: string) => {
  const text = type === 'TXT' ? records[name.toLowerCase()] : undefined
  if (text === undefined)
    throw Object.assign(new Error(`no ${type} of ${name}`), { code: 'ENOTFOUND' })
  return [[text]]
}

async function mail({
  sign = false,
  from = 'ayse@musteri.example',
  headers = {},
}: {
  sign?: boolean
  from?: string
  headers?: object
} = {}) {
  const dkim = {
    domainName: 'musteri.example',
    keySelector: 'anahtar',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...(sign && { dkim }),
  })
  const { message } = await transport.sendMail({
    from,
    to: 'reply+x@reply.example',
    subject: 'Yanıt',
    text: 'Tamam',
    headers: headers as never,
  })
  return message as unknown as Buffer
}

async function check(
  raw: Buffer,
  records: Records,
  delivery: Partial<Delivery> = {},
  sender = 'ayse@musteri.example',
) {
  const how = {
    raw,
    from: sender,
    clientAddress: '198.51.100.7',
    clientName: 'mx.baska.example',
    trustedHost: undefined,
    ...delivery,
  }
  return isAuthentic(await parseMail(raw), sender, how, dns(records))
}

describe('a mail', () => {
  test('with a signature of its domain is authentic, with and without a DMARC policy', async () => {
    const raw = await mail({ sign: true })
    expect(await check(raw, { ...signing, ...policy })).toBe(true)
    expect(await check(raw, signing)).toBe(true)
  })

  test('that was changed after its signature is not', async () => {
    const raw = Buffer.from((await mail({ sign: true })).toString().replace('Tamam', 'Hayır'))
    expect(await check(raw, { ...signing, ...policy })).toBe(false)
    expect(await check(raw, signing)).toBe(false)
  })

  test('to whose body something was added behind the signed part (l=) is not, unless SPF permits its client', async () => {
    const signPartly = async (raw: Buffer) => {
      const key = {
        signingDomain: 'musteri.example',
        selector: 'anahtar',
        privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      }
      const { signatures } = await dkimSign(raw, {
        ...key,
        signatureData: [{ ...key, maxBodyLength: 5 }],
      })
      return Buffer.concat([Buffer.from(signatures), raw])
    }
    const partlySigned = Buffer.concat([
      await signPartly(await mail()),
      Buffer.from('Ek: hesabımı kapatın.\r\n'),
    ])
    const both = await signPartly(await mail({ sign: true }))
    for (const dmarc of [policy, {}]) {
      expect(await check(partlySigned, { ...signing, ...dmarc })).toBe(false)
      expect(
        await check(partlySigned, { ...signing, ...spf, ...dmarc }, { clientAddress: '192.0.2.1' }),
      ).toBe(true)
      expect(await check(both, { ...signing, ...dmarc })).toBe(true)
    }
  })

  test('with a signature of another domain is not', async () => {
    const raw = await mail({ sign: true, from: 'ayse@baska.example' })
    expect(await check(raw, signing, {}, 'ayse@baska.example')).toBe(false)
  })

  test('without a signature is authentic from an address that SPF permits only', async () => {
    const raw = await mail()
    expect(await check(raw, { ...spf, ...policy }, { clientAddress: '192.0.2.1' })).toBe(true)
    expect(await check(raw, spf, { clientAddress: '192.0.2.1' })).toBe(true)
    expect(await check(raw, { ...spf, ...policy })).toBe(false)
    expect(await check(raw, spf)).toBe(false)
  })

  test('of a domain without any record is not', async () => {
    expect(await check(await mail(), {})).toBe(false)
  })

  test('by a webhook, which names no client, is authentic by its signature only', async () => {
    const webhook = { clientAddress: '', clientName: '' }
    expect(await check(await mail({ sign: true }), { ...signing, ...policy }, webhook)).toBe(true)
    expect(await check(await mail(), { ...spf, ...policy }, webhook)).toBe(false)
    expect(await check(await mail(), spf, webhook)).toBe(false)
  })

  test.each([
    ['a comment', 'From: ayse@musteri.example (Ayşe)'],
    ['a name in quotes', 'From: "Yılmaz, Ayşe" <ayse@musteri.example>'],
    ['a name as encoded words', 'From: =?utf-8?Q?Ay=C5=9Fe_Y=C4=B1lmaz?= <Ayse@Musteri.example>'],
    ['a folded From', 'From: "Ayşe Yılmaz"\r\n <ayse@musteri.example>'],
    ['line breaks without CR', 'From: Ayşe\n <ayse@musteri.example>'],
  ])('of its own domain is authentic with %s', async (_, from) => {
    const raw = Buffer.from(`${from}\r\nSubject: Yanıt\r\n\r\nTamam\r\n`)
    const own = { from: 'ayse@musteri.example', clientAddress: '192.0.2.1' }
    expect(await check(raw, { ...spf, ...policy }, own)).toBe(true)
    expect(await check(raw, spf, own)).toBe(true)
  })

  // Of saldirgan.example all is authentic; the mail is filed
  // as ayse@musteri.example only if that domain says so.
  // Security: T6
  test.each([
    'From: ayse@musteri.example\r\n<a@saldirgan.example>',
    'From: ayse@musteri.example\r\n<a@musteri.example>',
    'From: ayse@musteri.example\r\nx <a@saldirgan.example>',
    'From: ayse@musteri.example\r\ngrup:a@saldirgan.example;',
    'From: ayse@musteri.example\r\nX Grup:a@saldirgan.example',
    'From: ayse@musteri.example\r\n:a@saldirgan.example',
    'From: ayse@musteri.example\r\n,(a@saldirgan.example',
    'From: ayse@musteri.example\n<a@saldirgan.example>',
    'From: "x"\r\n <ayse@musteri.example>\r\n<a@saldirgan.example>',
    'From: a@saldirgan.example\r\nFrom: ayse@musteri.example',
    'From: ayse@musteri.example\r\nFrom: a@saldirgan.example',
    'From: ayse@musteri.example, a@saldirgan.example',
    'From: a@saldirgan.example (ayse@musteri.example)',
    'From: "ayse@musteri.example" <a@saldirgan.example>',
    'From: =?utf-8?Q?ayse=40musteri=2Eexample?= <a@saldirgan.example>',
    'From: =?utf-8?B?PGF5c2VAbXVzdGVyaS5leGFtcGxlPg==?= <a@saldirgan.example>',
    'From : ayse@musteri.example\r\n<a@saldirgan.example>',
    'From\r\n : a@saldirgan.example\r\nFrom: ayse@musteri.example',
  ])('of another domain is not that of a user: %j', async from => {
    const raw = Buffer.from(`${from}\r\nSubject: Yanıt\r\n\r\nTamam\r\n`)
    const other = {
      'saldirgan.example': 'v=spf1 ip4:192.0.2.9 -all',
      '_dmarc.saldirgan.example': 'v=DMARC1; p=reject',
    }
    const sent = { from: 'a@saldirgan.example', clientAddress: '192.0.2.9' }
    expect(await check(raw, { ...other, ...policy }, sent)).toBe(false)
    expect(await check(raw, other, sent)).toBe(false)
  })

  // Verifiers keep each letter of a host; browsers drop and replace some (UTS 46).
  test.each([
    ['mus\u00adteri.example', 'xn--musteri-nka.example'],
    ['mus\u034fteri.example', 'xn--musteri-pye.example'],
    ['ｍusteri.example', 'xn--usteri-2z68a.example'],
  ])(
    'of a domain that browsers read as that of a user is not theirs: %j',
    async (domain, inAscii) => {
      const own = {
        [inAscii]: 'v=spf1 ip4:192.0.2.9 -all',
        [`_dmarc.${inAscii}`]: 'v=DMARC1; p=reject',
      }
      const sent = { from: `ayse@${domain}`, clientAddress: '192.0.2.9' }
      for (const author of [domain, 'musteri.example']) {
        const raw = Buffer.from(`From: ayse@${author}\r\nSubject: Yanıt\r\n\r\nTamam\r\n`)
        expect(await check(raw, own, sent)).toBe(false)
      }
      const results = `Authentication-Results: mx.tezgah.test; dmarc=pass header.from=${domain}; spf=pass smtp.mailfrom=${domain}`
      const raw = Buffer.from(`From: ayse@${domain}\r\n${results}\r\n\r\nTamam\r\n`)
      expect(await check(raw, {}, { trustedHost: 'mx.tezgah.test' })).toBe(false)
    },
  )

  // Security: T8
  test('under a public suffix that others have too is not authentic by their signature, and their DNS is not asked', async () => {
    const queries: string[] = []
    const resolver = async (name: string) => {
      queries.push(name)
      return dns({})(name, 'TXT')
    }
    const raw = Buffer.from(
      'DKIM-Signature: v=1; a=rsa-sha256; d=evil.com.tr; s=s1; h=from; bh=x; b=x\r\nFrom: ayse@firma.com.tr\r\n\r\nTamam\r\n',
    )
    const delivery = {
      raw,
      from: 'a@evil.com.tr',
      clientAddress: '192.0.2.1',
      clientName: 'mx',
      trustedHost: undefined,
    }
    expect(await isAuthentic({ headers: [] }, 'ayse@firma.com.tr', delivery, resolver)).toBe(false)
    expect(queries).toContain('_dmarc.firma.com.tr')
    expect(queries.filter(name => name.includes('evil'))).toEqual([])
  })

  // Security: T8
  test('with signatures of others, or with more lines than mails have, is not authentic, and the DNS of others is not asked', async () => {
    const queries: string[] = []
    const resolver = async (name: string) => {
      queries.push(name)
      return dns({})(name, 'TXT')
    }
    const signature = (i: number) =>
      `DKIM-Signature: v=1; a=rsa-sha256; d=a.example; s=s${i}; h=from; bh=x; b=x\r\n`
    const signatures = Array.from({ length: 21 }, (_, i) => signature(i)).join('')
    for (const more of [
      signature(1),
      signatures,
      `X: a\r\n${' a\r\n'.repeat(20_000)}`,
      `X: ${'x'.repeat(300_000)}\r\n`,
    ]) {
      const raw = Buffer.from(`From: ayse@musteri.example\r\n${more}\r\nTamam\r\n`)
      const delivery = {
        raw,
        from: 'ayse@musteri.example',
        clientAddress: '192.0.2.1',
        clientName: 'mx',
        trustedHost: undefined,
      }
      expect(await isAuthentic({ headers: [] }, 'ayse@musteri.example', delivery, resolver)).toBe(
        false,
      )
    }
    expect(queries.filter(name => name.endsWith('.a.example'))).toEqual([])
  })

  test('cannot be checked while the DNS does not answer', async () => {
    const raw = await mail({ sign: true })
    const away = async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEOUT' })
    }
    const delivery = {
      raw,
      from: 'ayse@musteri.example',
      clientAddress: '192.0.2.1',
      clientName: 'mx',
      trustedHost: undefined,
    }
    await expect(
      isAuthentic(await parseMail(raw), 'ayse@musteri.example', delivery, away),
    ).rejects.toThrow(AuthenticationUnavailable)
  })
})

describe('behind a trusted mail server', () => {
  const trusted = { trustedHost: 'mx.tezgah.test' }
  const pass = 'dmarc=pass header.from=musteri.example'
  test.each([
    ['dmarc=pass', 'mx.tezgah.test; dmarc=pass (p=reject) header.from=musteri.example', true],
    [
      'dmarc=fail',
      'mx.tezgah.test; spf=pass smtp.mailfrom=musteri.example; dmarc=fail header.from=musteri.example',
      false,
    ],
    ['dmarc=pass of no named domain', 'mx.tezgah.test; dmarc=pass (p=reject)', false],
    [
      'dmarc=fail of no named domain beside an aligned signature',
      'mx.tezgah.test; dmarc=fail; dkim=pass header.d=musteri.example',
      false,
    ],
    [
      'dmarc=pass of no named domain beside an aligned signature',
      'mx.tezgah.test; dmarc=pass; dkim=pass header.d=musteri.example',
      true,
    ],
    [
      'dmarc=pass of no named domain beside an SPF of another',
      'mx.tezgah.test; dmarc=pass; spf=pass smtp.mailfrom=baska.example',
      false,
    ],
    ['dmarc=pass of another domain', 'mx.tezgah.test; dmarc=pass header.from=baska.example', false],
    [
      'no policy and an aligned signature',
      'mx.tezgah.test 1; dmarc=none header.from=musteri.example; dkim=pass header.d=musteri.example',
      true,
    ],
    ['a signature of another domain', 'mx.tezgah.test; dkim=pass header.d=baska.example', false],
    ['an aligned SPF', 'MX.TEZGAH.TEST; spf=pass smtp.mailfrom=donus@posta.musteri.example', true],
    ['a softfail of SPF', 'mx.tezgah.test; spf=softfail smtp.mailfrom=musteri.example', false],
    [
      'the result of another server',
      'mx.baska.example; dmarc=pass header.from=musteri.example',
      false,
    ],
    ['no result', 'mx.tezgah.test; none', false],
    ['a result within a comment', 'mx.tezgah.test; none (of (him); dmarc=pass)', false],
    [
      'a result within a quoted sender',
      'mx.tezgah.test; spf=fail smtp.mailfrom="x; dmarc=pass"@baska.example',
      false,
    ],
    // the host wrote the HELO or the envelope sender of its client without quotes
    ['a result in the HELO', `mx.tezgah.test; spf=none smtp.helo=x;${pass}`, false],
    [
      'a result in the envelope sender',
      'mx.tezgah.test; spf=none smtp.mailfrom=x;dkim=pass header.d=musteri.example',
      false,
    ],
    [
      'a result in the HELO beside that of the host',
      `mx.tezgah.test; spf=none smtp.helo=x; ${pass}; dmarc=none header.from=musteri.example`,
      false,
    ],
    [
      'dmarc=fail behind a result in the HELO',
      `mx.tezgah.test; spf=none smtp.helo=x; ${pass}; dmarc=fail header.from=musteri.example`,
      false,
    ],
    [
      'results without white space between them',
      `mx.tezgah.test;dkim=pass (2048-bit key) header.d=musteri.example;${pass};spf=none smtp.helo=x`,
      true,
    ],
    [
      'dmarc=fail between quotes that stand in comments',
      'mx.tezgah.test; spf=fail (of a"b) smtp.helo=x; dmarc=fail; dkim=pass (a"b) header.d=musteri.example',
      false,
    ],
    ['a comment without an end', `mx.tezgah.test; spf=fail (of x; ${pass}`, false],
    [
      'a parenthesis in a quoted sender',
      `mx.tezgah.test; spf=fail smtp.mailfrom="("@baska.example; ${pass}; dkim=fail (no)`,
      true,
    ],
    [
      'a quoted parenthesis in a comment',
      'mx.tezgah.test; spf=fail (of x\\) ; dmarc=pass header.from=musteri.example; \\()',
      false,
    ],
  ])('a mail with %s is authentic: %#', async (_, value, expected) => {
    // as it stands: the composer of mails encodes quotes
    const header = Buffer.from(`Authentication-Results: ${value}\r\n`)
    const raw = Buffer.concat([header, await mail()])
    expect(await check(raw, {}, trusted)).toBe(expected)
  })

  test.each([
    [
      'fails is forged if a lower header says that it passes',
      ['mx.tezgah.test; dmarc=fail', `mx.tezgah.test; ${pass}`],
      false,
    ],
    [
      'has no result is forged if a lower header has one',
      ['mx.tezgah.test; none', `mx.tezgah.test; ${pass}`],
      false,
    ],
    [
      'passes is authentic whatever a lower header says',
      [`mx.tezgah.test; ${pass}`, 'mx.tezgah.test; dmarc=fail'],
      true,
    ],
    [
      'passes is authentic below the header of a later server',
      ['spam.tezgah.test; none', `mx.tezgah.test; ${pass}`],
      true,
    ],
  ])('a mail that %s', async (_, values, expected) => {
    const raw = await mail({ headers: { 'Authentication-Results': values } })
    expect(await check(raw, {}, trusted)).toBe(expected)
  })

  // Security: T6
  test('a mail with two readings of its author is not authentic', async () => {
    const raw = Buffer.from(
      `From: ayse@musteri.example\r\n<a@baska.example>\r\nAuthentication-Results: mx.tezgah.test; ${pass}\r\n\r\nTamam\r\n`,
    )
    expect(await check(raw, {}, trusted)).toBe(false)
  })
})
