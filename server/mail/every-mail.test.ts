import { execFile, execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { uuidv7 } from 'uuidv7'
import { beforeAll, describe, expect, test } from 'vitest'
import { type MailKind, mailKinds } from '#contract/mail.ts'
import { routes } from '#contract/routes.ts'
import type { Language } from '#contract/text/messages.ts'
import { mailFolder } from '#platform/mail/mailer.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { mailInSettings } from '#testing/incoming-mails.ts'
import { createPicture } from '#testing/pictures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { waitFor } from '#testing/wait-for.ts'
import { recordEvent } from '../events/events.ts'
import { addTicketMails, type MailData, maxTicketMails, queueMail } from './mail-queue.ts'

// A mail of every kind in each language, as a mail server would get
// it. MAIL_PAGES names a folder for their HTML, for `npm run screens`.

const portal = await openPortal({
  ...mailInSettings,
  NOTIFY_DELAY: '0s',
  MAIL_FROM: 'destek@portal.example.com',
})
const languages: Language[] = ['tr', 'en']
const { createFixture, fixtures } = companyFixturesIn(portal)
const { as, owner, platform } = portal

/** What a mail about tickets can tell of, beside an answer with a picture. */
const news = [
  'news.opened',
  'news.written',
  'news.infected',
  'news.closed',
  'news.reopened',
  'news.archived',
  'news.digest',
] as const
const names = [...mailKinds, ...news]
const bytes = await createPicture({ width: 300, height: 400 })
const photo = { name: 'mil.jpg', type: 'image/jpeg', bytes }
type Sent = { name: (typeof names)[number]; language: Language; raw: Buffer; email: Email }
const sent: Sent[] = []
beforeAll(async () => {
  for (const language of languages) await sendEvery(language)
})

async function sendEvery(language: Language) {
  const fixture = await createFixture()
  const { vendorId, domain, member, staff, admin, companyId, companyMachineId, ticketId, visitor } =
    fixture
  await owner.query('update users set language = $2 where vendor_id = $1', [vendorId, language])
  await as(admin).call(routes.vendors.changeSettings, { body: { color: '#1f6f43' } })
  // One recipient for each mail.
  for (const person of [admin, staff])
    await as(person).call(routes.notifications.setScope, {
      body: { scope: 'companies', companies: [] },
    })
  await waitUntilSent()
  const device = {
    device: 'Firefox 145, Windows',
    address: '203.0.113.7',
    date: '2026-11-24T08:30:00.000Z',
    domain,
  }
  const queue = <K extends MailKind>(kind: K, data: MailData[K]) =>
    platform.database.inVendor(vendorId, db => queueMail(db, kind, member.userId, data))
  const writeAsMember = (contents: string, files: string[] = []) =>
    as(member).call(routes.tickets.replyOfAccount, {
      params: { company: companyId, ticket: ticketId },
      body: { contents, files },
    })
  const change = (status: 'open' | 'closed' | 'archived') =>
    as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body: { status } })
  /** Answers eleven tickets, and then queues mails about all of them at one moment. */
  async function answerMany() {
    const machines = ['Pres durdu', 'Mil ısınıyor', 'Yağ kaçağı', 'Kapı sensörü', 'Fan gürültülü']
    for (let i = 0; i <= maxTicketMails; i++) {
      const title = `${machines[i % machines.length]} (${i + 1}. hat)`
      const { body } = await as(member).call(routes.tickets.open, {
        params: { company: companyId },
        body: { title, machine: companyMachineId, message: 'Duruyoruz.' },
      })
      await as(staff).call(routes.tickets.reply, {
        params: { ticket: body._id },
        body: { contents: 'Bugün saat 14.00’te arkadaşlarımız orada olacak.', files: [] },
      })
    }
    await waitUntilSent()
    await platform.database.inVendor(vendorId, async db => {
      const { rows } = await sql<{ id: string; ticket: string }>`
        select id, ticket_id as ticket from notifications
         where user_id = ${member.userId} and date_read is null order by id desc limit ${maxTicketMails + 1}`.execute(
        db,
      )
      for (const { id, ticket } of rows) {
        const told = [{ userId: member.userId, ticket, domain }]
        const { mails, jobs } = await addTicketMails(db, told, 0)
        await platform.jobs.send(db, 'ticket.news', {}, jobs)
        await sql`update notifications set mail_id = ${mails[0]?.id ?? null} where id = ${id} and user_id = ${member.userId}`.execute(
          db,
        )
      }
    })
  }
  const causes: Record<Sent['name'], () => Promise<unknown>> = {
    'user.invited': () =>
      as(admin).call(
        routes.users.invite,
        {
          params: { company: companyId },
          body: { email: `yeni-${language}@musteri.test`, name: 'Işıl', surname: 'Öztürk' },
        },
        { headers: { 'accept-language': language } },
      ),
    'user.added': () => queue('user.added', { company: companyId, domain }),
    'password.forgotten': () =>
      as(visitor).call(routes.sessions.forgot, { body: { email: member.email } }),
    'device.new': () => queue('device.new', { ...device, left: '2' }),
    'password.changed': () => queue('password.changed', device),
    'email.confirmation': async () => {
      const email = `adres-${language}@musteri.test`
      await as(member).call(routes.profile.requestEmail, { body: { email } })
    },
    'email.changed': () => {
      const change = {
        change: 'changed',
        email: 'isil@yeni.test',
        to: member.email,
        by: '',
      } as const
      return queue('email.changed', { ...device, ...change })
    },
    'secondFactor.changed': () => queue('secondFactor.changed', { ...device, change: 'on' }),
    'signIn.unusual': () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          as(visitor).call(routes.sessions.login, {
            body: { email: staff.email, password: 'Yanlis1453' },
          }),
        ),
      ),
    'ticket.news': async () => {
      const file = await fixtures.upload(staff, photo)
      const contents = 'Merhaba,\n\nyağı değiştirip 10 dakika çalıştırın.'
      return as(staff).call(routes.tickets.reply, {
        params: { ticket: ticketId },
        body: { contents, files: [file] },
      })
    },
    'mail.answered': async () =>
      queue('mail.answered', {
        received: await fixture.createAnsweredMail(member),
        company: companyId,
        reason: 'machineUnknown',
        domain,
      }),
    'mail.held': async () => {
      const received = await fixture.createHeldMail()
      return queue('mail.held', { received, reason: 'empty', domain })
    },
    'mail.filed': async () =>
      queue('mail.filed', {
        received: await fixture.createAnsweredMail(member),
        ticket: ticketId,
        domain,
      }),
    'news.opened': async () => {
      await as(staff).call(routes.notifications.setScope, { body: { scope: 'all' } })
      const body = {
        title: 'Hidrolik ünite çok ısınıyor',
        machine: companyMachineId,
        message: 'Yarım saatte 90 °C oluyor, duruyoruz.',
      }
      return as(member).call(routes.tickets.open, { params: { company: companyId }, body })
    },
    'news.written': () =>
      writeAsMember('Yağı değiştirdik; şimdi 60 °C.\n\n- ses yok\n- titreşim yok'),
    'news.infected': async () => {
      const file = await fixtures.upload(member, { name: 'rapor.pdf' })
      await writeAsMember('Ölçüm raporunu ekledim.', [file])
      await waitUntilSent()
      await platform.database.inVendor(vendorId, db =>
        recordEvent(db, 'file.infected', { file, event: uuidv7() }),
      )
    },
    'news.closed': () => change('closed'),
    'news.reopened': () => change('open'),
    'news.archived': async () => {
      await as(member).call(routes.notifications.setPreferences, {
        body: { kinds: [{ kind: 'ticket.archived', mail: true, browser: true }] },
      })
      await change('closed')
      await waitUntilSent()
      return change('archived')
    },
    'news.digest': answerMany,
  }
  for (const name of names) {
    const before = new Set(await readMails())
    await causes[name]()
    await waitUntilSent()
    const file = await waitFor(async () => {
      const last = (await readMails()).filter(file => !before.has(file)).at(-1)
      if (!last) throw new Error(`no mail was sent: ${name}`)
      return last
    })
    const raw = await readFile(join(mailFolder(portal.dataDir), file))
    const email = await PostalMime.parse(raw)
    sent.push({ name, language, raw, email })
    if (process.env.MAIL_PAGES)
      await writePage(process.env.MAIL_PAGES, `${name.replace('.', '-')}-${language}.html`, email)
  }
}

/** The HTML of a mail with its pictures, as a mail program shows it. */
async function writePage(folder: string, name: string, { html = '', attachments }: Email) {
  const page = attachments.reduce((html, { contentId, mimeType, content }) => {
    const data = `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString('base64')}`
    return html.replaceAll(`cid:${contentId?.slice(1, -1)}`, data)
  }, html)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, name), page)
}

/** By the time of writing. */
const readMails = async () =>
  (await readdir(mailFolder(portal.dataDir)).catch(() => []))
    .filter(name => name.endsWith('.eml'))
    .toSorted()

async function waitUntilSent() {
  await waitForReactions(owner)
  await waitFor(async () => {
    if ((await owner.query('select from mails')).rowCount !== 0) throw new Error('mails wait')
  })
}

const headerOf = ({ headers }: Email, name: string) =>
  headers.find(({ key }) => key === name)?.value

describe.each(names)('%s', name => {
  test.each(languages)(
    'is in the language of its reader, as text and HTML, and is no mail of a person: %s',
    language => {
      const mail = sent.find(each => each.name === name && each.language === language)
      if (!mail) throw new Error('it was not sent')
      const { email } = mail
      expect(headerOf(email, 'content-language')).toBe(language)
      expect(headerOf(email, 'auto-submitted')).toBe('auto-generated')
      expect(headerOf(email, 'x-auto-response-suppress')).toBe('All')
      expect(email.text?.length).toBeGreaterThan(50)
      expect(email.html).toContain(`<html lang="${language}">`)
      expect(email.subject).not.toBe('')
    },
  )
})

test.each<[(typeof news)[number], RegExp]>([
  ['news.opened', /bu talebi açtı\.|opened this ticket\./],
  ['news.written', /Yağı değiştirdik/],
  ['news.infected', /zararlı yazılım bulundu|Malware was found/],
  ['news.closed', /bu talebi kapattı\.|closed this ticket\./],
  ['news.reopened', /bu talebi yeniden açtı\.|reopened this ticket\./],
  ['news.archived', /bu talebi arşivledi\.|archived this ticket\./],
  ['news.digest', /11 talepte gelişme|11 tickets have news/],
])('%s says what happened', (name, text) => {
  const mails = sent.filter(each => each.name === name)
  expect(mails).toHaveLength(languages.length)
  for (const { email } of mails) expect(email.text).toMatch(text)
})

test.each(languages)('a mail about a ticket shows the picture of a message: %s', language => {
  const mail = sent.find(each => each.name === 'ticket.news' && each.language === language)
  expect(
    mail?.email.attachments.map(({ mimeType, disposition }) => [mimeType, disposition]),
  ).toEqual([['image/jpeg', 'inline']])
  const [cid] = mail?.email.attachments.map(({ contentId }) => contentId?.slice(1, -1)) ?? []
  expect(mail?.email.html).toContain(`src="cid:${cid}"`)
})

test.runIf(hasSpamAssassin())(
  'every mail has a score below 1 from SpamAssassin',
  async () => {
    const reports = await scoreAll(sent.map(({ raw }) => raw))
    const scores = reports.map((report, at) => {
      const { name, language } = sent[at] as Sent
      const score = Number(/^X-Spam-Status:.*?score=(-?[\d.]+)/ms.exec(report)?.[1] ?? Number.NaN)
      return { name, language, score, tests: /tests=[\s\S]*?(?=autolearn)/.exec(report)?.[0] }
    })
    expect(scores).toHaveLength(names.length * languages.length)
    expect(scores.filter(({ score }) => !(score < 1))).toEqual([])
  },
  120_000,
)

function hasSpamAssassin(): boolean {
  try {
    execFileSync('spamassassin', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Each mail with the headers of SpamAssassin's local rules;
 * one process takes them all as an mbox. */
function scoreAll(raws: Buffer[]): Promise<string[]> {
  const mbox = raws.map(
    raw =>
      `From destek Tue Nov 24 08:30:00 2026\n${raw
        .toString('latin1')
        .replaceAll('\r\n', '\n')
        .replace(/^From /gm, '>From ')}\n`,
  )
  return new Promise((resolve, reject) => {
    const child = execFile(
      'spamassassin',
      ['--local', '--mbox'],
      { maxBuffer: 50_000_000, encoding: 'latin1' },
      (error, output) => (error ? reject(error) : resolve(output.split(/^From .*\n/m).slice(1))),
    )
    child.stdin?.end(Buffer.from(mbox.join(''), 'latin1'))
  })
}
