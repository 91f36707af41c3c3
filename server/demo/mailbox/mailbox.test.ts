import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import PostalMime from 'postal-mime'
import { describe, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { type OutgoingMail, openMailer } from '#platform/mail/mailer.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { sampleMail } from '#testing/servers/mail-server.ts'
import { waitFor } from '#testing/wait-for.ts'
import { mailbox } from './mailbox.ts'

/** A mailbox with these mails, oldest first, a minute apart. */
async function mailboxWith(...mails: Partial<OutgoingMail>[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailbox-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const mailDir = join(dataDir, 'mail')
  const mailer = openMailer({ mailFrom: 'no-reply@tezgah.test', dataDir })
  for (const [at, mail] of mails.entries()) {
    await mailer.send(sampleMail(`mail-${at}`, mail))
    const minute = Date.now() / 1000 - (mails.length - at) * 60
    await utimes(join(mailDir, `mail-${at}.eml`), minute, minute)
  }
  const http = Fastify()
  const received: string[] = []
  mailbox(http, mailDir, async host => host === 'localhost', {
    config: readConfig({ TEZGAH_DEMO: '1', DATA_DIR: dataDir }),
    receive: async raw => void received.push(raw.toString()),
  })
  onTestFinished(() => http.close())
  const get = (url: string, language = 'tr') =>
    http.inject({ url, headers: { 'accept-language': language, host: 'localhost:3000' } })
  const post = (url: string, form: Record<string, string>, host = 'localhost:3000') =>
    http.inject({
      method: 'POST',
      url,
      headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  return { get, post, received, dataDir, mailDir }
}

describe('the list', () => {
  test('has the newest mail first', async () => {
    const { get } = await mailboxWith(
      { subject: 'Birinci' },
      { subject: 'İkinci' },
      { subject: 'Üçüncü' },
    )
    expect((await get('/mailbox')).body.match(/Birinci|İkinci|Üçüncü/g)).toEqual([
      'Üçüncü',
      'İkinci',
      'Birinci',
    ])
  })

  test('says to whom each mail goes', async () => {
    const { get } = await mailboxWith({ to: { name: 'Ayşe Yılmaz', address: 'ayse@musteri.test' } })
    expect((await get('/mailbox')).body).toContain('Ayşe Yılmaz &#60;ayse@musteri.test&#62;')
  })

  test('leads to each mail', async () => {
    const { get } = await mailboxWith({ subject: 'Davetiyeniz' })
    const link = /<a href="(\/mailbox\/[^"]+)"/.exec((await get('/mailbox')).body)?.[1]
    expect((await get(link ?? '')).body).toContain('<h1>Davetiyeniz</h1>')
  })

  test('is empty, and says what will be here, before the first mail and its folder', async () => {
    const reply = await (await mailboxWith()).get('/mailbox')
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('Henüz posta yok')
  })

  test('is in English if the browser prefers it', async () => {
    expect((await (await mailboxWith()).get('/mailbox', 'en-GB,en;q=0.9,tr;q=0.1')).body).toContain(
      'No mail yet',
    )
  })

  test('counts the mails that are too many to show', async () => {
    const { get, mailDir } = await mailboxWith()
    await mkdir(mailDir)
    await Promise.all(
      Array.from({ length: 201 }, (_, at) =>
        writeFile(join(mailDir, `${at}.eml`), `Subject: ${at}\r\n\r\n`),
      ),
    )
    const { body } = await get('/mailbox')
    expect(body.match(/<li>/g)).toHaveLength(200)
    expect(body).toContain('201 postanın en yeni 200 tanesi')
  })

  test('shows no mail that is still being written, and no other file', async () => {
    const { get, mailDir } = await mailboxWith({})
    await writeFile(join(mailDir, '.mail-9.eml'), 'half')
    await writeFile(join(mailDir, 'notes.txt'), 'notes')
    expect((await get('/mailbox')).body.match(/<li>/g)).toHaveLength(1)
  })

  test('is not stopped by a file that is no mail', async () => {
    const { get, mailDir } = await mailboxWith({ subject: 'Davetiyeniz' })
    await writeFile(join(mailDir, 'odd.eml'), `${'X: '.padEnd(3_000_000, 'x')}\r\n\r\n`)
    expect((await get('/mailbox')).body).toContain('Davetiyeniz')
  })
})

describe('a mail', () => {
  test('shows from whom, to whom and when it was written', async () => {
    const { get } = await mailboxWith({
      from: { name: 'Demir Makine', address: 'destek@demir.test' },
    })
    const { body } = await get('/mailbox/mail-0.eml')
    expect(body).toContain('<dd>Demir Makine &#60;destek@demir.test&#62;</dd>')
    expect(body).toContain('<dd>Ayşe Yılmaz &#60;ayse@musteri.test&#62;</dd>')
    expect(body).toMatch(/<time datetime="[^"]+Z">\d\d\/\d\d\/\d{4} - \d\d:\d\d<\/time>/)
  })

  test('is shown in a frame that runs no script and whose links open in another tab', async () => {
    const { get } = await mailboxWith({
      html: '<html><head><title>x</title></head><body><a href="https://demir.test">Aç</a></body></html>',
    })
    const frame = /<iframe[^>]*>/.exec((await get('/mailbox/mail-0.eml')).body)?.[0] ?? ''
    expect(/sandbox="([^"]*)"/.exec(frame)?.[1]?.split(' ')).not.toContain('allow-scripts')
    expect(frame).toContain('&#60;head&#62;&#60;base target=&#34;_blank&#34;&#62;')
  })

  test('shows the pictures that it brings, of the safe types only', async () => {
    const bytes = Buffer.from('picture')
    const { get } = await mailboxWith({
      html: '<img src="cid:a1@thumbnail"><img src="cid:gone@thumbnail">',
      pictures: [{ cid: 'a1@thumbnail', bytes }],
    })
    const { body } = await get('/mailbox/mail-0.eml')
    expect(body).toContain(`src=&#34;data:image/jpeg;base64,${bytes.toString('base64')}&#34;`)
    expect(body).toContain('cid:gone@thumbnail')
  })

  test('cannot break out of its frame', async () => {
    const { get } = await mailboxWith({ html: `"></iframe><script>alert(1)</script>'` })
    const { body } = await get('/mailbox/mail-0.eml')
    expect(body).not.toContain('<script>alert')
    expect(body.match(/<\/iframe>/g)).toHaveLength(1)
  })

  test('has its text with links that open', async () => {
    const { get } = await mailboxWith({
      text: 'Bakın: (https://demir.test/activate?token=a&mail=b@c.test). Hoşça kalın',
    })
    const link = 'https://demir.test/activate?token=a&#38;mail=b@c.test'
    expect((await get('/mailbox/mail-0.eml')).body).toContain(
      `(<a href="${link}" target="_blank" rel="noreferrer">${link}</a> <bdi>(demir.test)</bdi>).`,
    )
  })

  // Security: P7
  test('shows the host of a link that leads elsewhere, and makes direction marks visible', async () => {
    const text = 'Portal: \u202ehttps://localhost@evil.test/ ve http://localhost:3000/giriş'
    const { get } = await mailboxWith({ subject: 'Konu \u202e', text })
    const { body } = await get('/mailbox/mail-0.eml')
    expect(body).toContain('⟦RLO⟧<a href="https://localhost@evil.test/"')
    expect(body.match(/<bdi>[^<]*/g)).toEqual(['<bdi>(evil.test)'])
    expect(body).toContain('<h1>Konu ⟦RLO⟧</h1>')
  })

  test('has subject, names and text as they are, never as markup', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const { get } = await mailboxWith({
      subject: evil,
      text: evil,
      from: { name: evil, address: 'destek@demir.test' },
    })
    for (const url of ['/mailbox', '/mailbox/mail-0.eml'])
      expect((await get(url)).body).not.toContain('<img')
  })
})

describe('an answer', () => {
  const mail = { subject: 'Konu', replyTo: 'reply+abc@reply.demo.test' }
  const url = '/mailbox/mail-0.eml'

  test('is written as its reader, to the reply address, and refers to the mail', async () => {
    const { get, post, received } = await mailboxWith(mail)
    const page = (await get(url)).body
    expect(page).toContain('aria-label="Yanıtınız"')
    expect((await get(url, 'en')).body).toContain('aria-label="Your answer"')
    const sent = await post(url, { token: tokenIn(page), text: 'Tamam\r\nTeşekkürler' })
    expect([sent.statusCode, sent.headers.location]).toEqual([303, `${url}?sent`])
    expect((await get(`${url}?sent`)).body).toContain('Yanıtınız gönderildi')
    expect(received).toHaveLength(1)
    expect(await PostalMime.parse(received[0] ?? '')).toMatchObject({
      from: { address: 'ayse@musteri.test' },
      to: [{ address: mail.replyTo }],
      subject: 'Re: Konu',
      text: 'Tamam\nTeşekkürler\n',
      inReplyTo: '<mail-0@tezgah.test>',
    })
  })

  test('to a mail about several tickets goes to the chosen one', async () => {
    const link = (address: string, title: string) =>
      `<a href="mailto:${address}?subject=${encodeURIComponent(`Re: ${title}`)}">Yanıtla</a>`
    const { get, post, received } = await mailboxWith({
      html:
        link('reply+a@reply.demo.test', 'Mil ısınıyor') + link('reply+b@reply.demo.test', 'Fan'),
    })
    const page = (await get(url)).body
    expect(page.match(/<option[^>]*>([^<]+)/g)).toEqual([
      '<option value="">Talep seçin',
      '<option value="0">Re: Mil ısınıyor',
      '<option value="1">Re: Fan',
    ])
    await post(url, { token: tokenIn(page), recipient: '1', text: 'Tamam' })
    expect(await PostalMime.parse(received[0] ?? '')).toMatchObject({
      to: [{ address: 'reply+b@reply.demo.test' }],
      subject: 'Re: Fan',
    })
    for (const recipient of ['2', '']) {
      const { statusCode } = await post(url, { token: tokenIn(page), recipient, text: 'Tamam' })
      expect(statusCode).toBe(400)
    }
  })

  test('is offered for a mail with a reply address of this installation only', async () => {
    const { get, post, received } = await mailboxWith({}, { replyTo: 'biri@baska.test' })
    const token = tokenIn((await (await mailboxWith(mail)).get(url)).body)
    for (const other of [url, '/mailbox/mail-1.eml']) {
      expect((await get(other)).body).not.toContain('<form')
      expect((await post(other, { token, text: 'Tamam' })).statusCode).toBe(400)
    }
    expect(received).toEqual([])
  })

  // Security: P15
  test('of another site, without a text, too long or to no mail is refused', async () => {
    const { get, post, received } = await mailboxWith(mail)
    const token = tokenIn((await get(url)).body)
    const refusals = [
      await post(url, { text: 'Tamam' }),
      await post(url, { token: 'x', text: 'Tamam' }),
      await post(url, { token, text: ' ' }),
      await post(url, { token, text: 'x'.repeat(10_001) }),
      await post(url, { token, text: 'x'.repeat(300_000) }),
      await post('/mailbox/gone.eml', { token, text: 'Tamam' }),
      await post(url, { token, text: 'Tamam' }, 'rebound.example.com'),
    ]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([
      403, 403, 400, 400, 413, 404, 404,
    ])
    expect(refusals[2]?.body).toContain('Yanıtınız gönderilmedi')
    expect(received).toEqual([])
  })
})

const tokenIn = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''

describe('a mail that is not there', () => {
  test.each([
    'gone.eml',
    '..%2Fsecret.eml',
    '..%2F..%2F..%2Fetc%2Fpasswd',
    '.half.eml',
    'notes.txt',
    '%00',
    '.',
    '..%2Fmail%2Fmail-0.eml',
  ])('%s is a page that says so', async file => {
    const { get, dataDir, mailDir } = await mailboxWith({})
    await writeFile(join(dataDir, 'secret.eml'), 'Subject: secret\r\n\r\n')
    await writeFile(join(mailDir, '.half.eml'), 'Subject: half\r\n\r\n')
    await writeFile(join(mailDir, 'notes.txt'), 'Subject: notes\r\n\r\n')
    const reply = await get(`/mailbox/${file}`)
    expect(reply.statusCode).toBe(404)
    expect(reply.body).toContain('Bu posta bulunamadı')
  })
})

describe('every page', () => {
  test.each(['/mailbox', '/mailbox/mail-0.eml', '/mailbox/gone.eml'])(
    '%s may run its one script only, load nothing and not be framed',
    async url => {
      const { headers, body } = await (await mailboxWith({})).get(url)
      const policy = String(headers['content-security-policy'])
      const [, script = ''] = /<script>(.*?)<\/script>/s.exec(body) ?? []
      const sum = createHash('sha256').update(script).digest('base64')
      expect(body.match(/<script/g)).toHaveLength(1)
      expect(policy).toContain(` script-src 'sha256-${sum}';`)
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
    },
  )

  test.each(['/mailbox', '/mailbox/mail-0.eml', '/mailbox/gone.eml'])(
    '%s is not cached and sends no referrer',
    async url => {
      const { headers } = await (await mailboxWith({})).get(url)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
    },
  )
})

describe('in the demo', async () => {
  const portal = await openPortal({ TEZGAH_DEMO: '1', NOTIFY_DELAY: '0s' })
  const vendor = await fixturesIn(portal).vendor('localhost')
  const { admin, vendorId, domain } = vendor
  const statusAt = async (host: string, path = '/mailbox', headers = {}) =>
    (await portal.http.inject({ url: path, headers: { host, ...headers } })).statusCode
  await portal.as(admin).call(routes.team.invite, {
    body: { email: 'yeni@tezgah.test', name: 'Yeni', surname: 'Kişi', role: 'staff' },
  })
  const mails = () =>
    readdir(join(portal.dataDir, 'mail')).then(names =>
      names.filter(name => /^[^.].*\.eml$/.test(name)),
    )
  await waitFor(async () => expect(await mails()).toHaveLength(1))
  const mail = `/mailbox/${(await mails())[0]}`

  test('it answers under each domain of its vendors, with any port, in any case and with the dot of the DNS root', async () => {
    await portal.owner.query(
      "insert into vendor_domains (vendor_id, domain) values ($1, 'destek.ornek.test')",
      [vendorId],
    )
    for (const host of [
      domain,
      'localhost:3000',
      'LOCALHOST:8080',
      'localhost.:3000',
      'destek.ornek.test:3000',
    ])
      expect([await statusAt(host), await statusAt(host, mail)]).toEqual([200, 200])
  })

  test('an answer to a mail about a ticket is a message in it, as by mail', async () => {
    const fixtures = fixturesIn(portal)
    const at = await fixtures.ticket(await fixtures.company(vendor))
    await portal.as(at.staff).call(routes.tickets.reply, {
      params: { ticket: at.ticketId },
      body: { contents: 'Hangi alarm?' },
    })
    const file = await waitFor(async () => {
      for (const name of await mails()) {
        const { to, text } = await PostalMime.parse(
          await readFile(join(portal.dataDir, 'mail', name)),
        )
        if (to?.[0]?.address === at.member.email && text?.includes('Hangi alarm?')) return name
      }
      throw new Error('no mail yet')
    })
    const url = `/mailbox/${file}`
    const page = await portal.http.inject({ url, headers: { host: domain } })
    const sent = await portal.http.inject({
      method: 'POST',
      url,
      headers: { host: domain, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: tokenIn(page.body), text: 'Alarm E12.' }).toString(),
    })
    expect(sent.statusCode).toBe(303)
    await waitFor(async () => {
      const { body } = await portal.as(at.staff).call(routes.tickets.get, {
        params: { ticket: at.ticketId },
      })
      expect(body.conversation.at(-1)).toMatchObject({
        message: 'Alarm E12.',
        user: at.member.userId,
        isStaff: false,
        byMail: true,
      })
    })
  })

  // Security: P15
  test.each([
    'rebound.example.com',
    'rebound.example.com:3000',
    'localhost.rebound.example.com',
    'localhost:3000.example.com',
    'localhost..',
    '127.0.0.2:3000',
    'user@localhost',
  ])(
    'it is not there under another name, such as one that was rebound to this machine: "%s"',
    async host => {
      for (const path of ['/mailbox', mail]) {
        const reply = await portal.http.inject({ url: path, headers: { host } })
        expect([reply.statusCode, reply.json().name]).toEqual([404, 'NotFoundError'])
        expect(
          await statusAt(host, path, {
            'x-forwarded-host': 'localhost',
            forwarded: 'host=localhost',
          }),
        ).toBe(404)
      }
    },
  )
})
