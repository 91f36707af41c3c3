import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Request, Route } from '#contract/route.ts'
import { everyRoute, routes } from '#contract/routes.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { toInjectOptions } from '#testing/calls/examples.ts'
import { type Permission, permissions } from '#testing/calls/permissions.ts'
import { statementsDuring } from '#testing/database/statements.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'
import { startPushService } from '#testing/servers/push-service.ts'
import { waitFor } from '#testing/wait-for.ts'
import { recordEvent } from '../events/events.ts'
import { maxTicketMails } from '../mail/mail-queue.ts'

// Nothing of an internal note or a topic reaches a customer: both have a canary in their texts and
// names of files, the team answers by mail what it was mailed of them, and customers make every
// call, and are mailed and pushed everything.

const service = await startPushService()
afterAll(() => service.close())
const portal = await openPortal({ PUSH_HOSTS: service.host, ...mailInSettings })
const { as, owner, http } = portal
const { fixtures, createFixture } = companyFixturesIn(portal)

const canary = 'kanarya-4711'
/** The canary, and the ids of the notes, their files and the topic. */
const hidden = [canary]
/** The title of tickets of another company. */
const ofOthers = 'baska-9372'
const found = (text: string) => hidden.filter(each => text.includes(each))

const seller = await fixtures.vendor()
const fixture = await createFixture(seller)
const neighbour = await createFixture(seller)
const { vendorId, companyId, ticketId } = fixture
const params = { ticket: ticketId }

const customers: Record<string, Person> = {
  'the author of the ticket': fixture.member,
  'a member who follows the ticket': await createFollower(),
  'a member of another company': neighbour.member,
  'a former colleague, mentioned before they became a member': await createFormerColleague(),
}

async function createFollower() {
  const member = await fixtures.person(seller, 'customer')
  await fixtures.join(vendorId, member.userId, companyId)
  const body = { following: 'follow' as const }
  await as(member).call(routes.notifications.follow, { params, body })
  return member
}

async function createFormerColleague() {
  const colleague = await fixtures.person(seller, 'staff')
  const contents = `${canary} önce`
  const mentions = [colleague.userId]
  await as(fixture.staff).call(routes.ticketNotes.write, { params, body: { contents, mentions } })
  await waitForReactions(owner)
  await owner.query("update users set role = 'customer' where id = $1", [colleague.userId])
  await fixtures.join(vendorId, colleague.userId, companyId)
  return { ...colleague, ...(await fixtures.session(seller, colleague.userId)) }
}

const browsers = new Map<string, ReturnType<typeof service.createBrowser>>()

beforeAll(async () => {
  for (const [name, who] of Object.entries({ ...customers, control: fixture.admin })) {
    const browser = service.createBrowser()
    browsers.set(name, browser)
    await as(who).call(routes.push.subscribe, { body: browser.subscription })
    await as(who).call(routes.notifications.setPreferences, { body: { pushText: true } })
  }
  await writeNotes()
  await postpone(['ticket.news', 'push.queued'])
})

/** Until a test sends them: their statements would be among those of the calls. */
async function postpone(jobs: string[]) {
  await owner.query(
    "update pgboss.job set start_after = now() + interval '1 hour' where name = any($1) and state in ('created', 'retry')",
    [jobs],
  )
  await waitFor(async () => {
    const { rowCount } = await owner.query(
      "select from pgboss.job where name = any($1) and state = 'active'",
      [jobs],
    )
    expect(rowCount).toBe(0)
  })
}

/** A topic, and notes, one with an infected file, and what customers are told of between them. */
async function writeNotes() {
  const { body: topic } = await as(fixture.admin).call(routes.topics.create, {
    body: { name: `Konu ${canary}` },
  })
  await as(fixture.staff).call(routes.tickets.change, {
    params,
    body: { addTopics: [topic._id] },
  })
  await as(fixture.staff).call(routes.ticketNotes.write, {
    params,
    body: { contents: `Fiyatı artıralım ${canary}`, mentions: [fixture.admin.userId] },
  })
  await as(fixture.staff).call(routes.tickets.reply, { params, body: { contents: 'Yanıt' } })
  const note = await fixture.createNote(`${canary} yine`, `${canary}.png`)
  const file = note.files[0]?.id ?? ''
  await owner.query("update files set scan = 'infected', infection = $2 where id = $1", [
    file,
    canary,
  ])
  await portal.platform.database.inVendor(vendorId, db =>
    recordEvent(db, 'file.infected', { file, event: note._id }),
  )
  for (const status of ['closed', 'open'] as const)
    await as(fixture.staff).call(routes.tickets.change, { params, body: { status } })
  const { body } = await as(fixture.staff).call(routes.tickets.get, { params })
  hidden.push(...body.notes.map(({ _id }) => _id), file, topic._id)
  await waitForReactions(owner)
}

// Before all that causes jobs, whose statements would be among them.
describe.each(Object.entries(customers))('%s', (_, who) => {
  test('reads by no statement from the tables of notes and topics', async () => {
    const faults: string[] = []
    for (const call of everyRoute.filter(({ route }) => route.method === 'GET')) {
      const { statements } = await answerTo(who, call)
      if (statements.some(text => /ticket_notes|note_mentions|note_files|ticket_topics/.test(text)))
        faults.push(call.name)
    }
    expect(faults).toEqual([])
  })
})

test('no mail and no push to a customer has a word of a note; those to the mentioned colleague do', async () => {
  await waitForReactions(owner)
  await waitFor(async () => {
    await owner.query(
      "update pgboss.job set start_after = now() where name in ('ticket.news', 'push.queued') and state in ('created', 'retry')",
    )
    const waiting = await owner.query(
      "select from pgboss.job where name in ('ticket.news', 'push.queued') and state in ('created', 'active', 'retry')",
    )
    expect(waiting.rowCount).toBe(0)
  })
  const mails = await mailsIn(portal).all()
  const mailsTo = ({ email }: Person) =>
    mails.filter(({ to }) => to?.[0]?.address === email).map(mail => JSON.stringify(mail))
  for (const [name, who] of Object.entries(customers)) {
    expect(mailsTo(who).flatMap(found)).toEqual([])
    expect(
      browsers
        .get(name)
        ?.pushes()
        .map(each => JSON.stringify(each))
        .flatMap(found),
    ).toEqual([])
  }
  expect(mailsTo(fixture.member).join()).toContain('Yanıt')
  expect(browsers.get('the author of the ticket')?.pushes().length).toBeGreaterThan(0)
  expect(mailsTo(fixture.admin).flatMap(found)).toContain(canary)
  const pushes = browsers.get('control')?.pushes() ?? []
  expect(pushes.map(each => JSON.stringify(each)).flatMap(found)).toContain(canary)
})

test('no customer has a notification of a note', async () => {
  const { rows } = await owner.query(
    `select n.kind from notifications n join users u on u.id = n.user_id
      where u.role = 'customer' and (n.note_id is not null or n.kind = any($2)) and n.user_id <> $1`,
    [
      customers['a former colleague, mentioned before they became a member']?.userId,
      ['ticket.mentioned', 'ticket.noted', 'file.infected'],
    ],
  )
  expect(rows).toEqual([])
})

/** The messages that came by mail from the team, each with all that its writer had been mailed. */
const mailed: string[] = []

test('the mails with which the team answers quote an assignment, a note, and a digest of other tickets', async () => {
  const writer = await fixtures.person(seller, 'staff')
  const assigner = await fixtures.person(seller, 'admin', `Atayan ${canary}`)
  const mailsTo = async () => (await mailsIn(portal).to(writer.email)).map(({ text = '' }) => text)
  await as(assigner).call(routes.tickets.change, { params, body: { assignee: writer.userId } })
  await as(fixture.staff).call(routes.ticketNotes.write, {
    params,
    body: { contents: `Atama ${canary}`, mentions: [writer.userId] },
  })
  await waitForReactions(owner)
  await sendMailsTo(owner, writer.email)
  const other = await fixtures.company(seller)
  for (let i = 0; i <= maxTicketMails; i++) {
    const { body } = await as(other.member).call(routes.tickets.open, {
      params: { company: other.companyId },
      body: { title: ofOthers, machine: other.companyMachineId, message: 'Duruyoruz.' },
    })
    await as(fixture.staff).call(routes.ticketNotes.write, {
      params: { ticket: body._id },
      body: { contents: `Özet ${canary}`, mentions: [writer.userId] },
    })
  }
  await as(fixture.member).call(routes.tickets.replyOfAccount, {
    params: { ...params, company: companyId },
    body: { contents: 'Hâlâ ısınıyor.' },
  })
  await waitForReactions(owner)
  await sendMailsTo(owner, writer.email)

  const { replyAddress, send } = incomingMailsIn(portal)
  const address = await replyAddress(fixture, writer)
  const quoted = await mailsTo()
  expect(quoted.join()).toContain(`Özet ${canary}`)
  for (const word of ['Atayan', 'Atama', ofOthers, address])
    expect([word, quoted.some(text => text.includes(word))]).toEqual([word, true])
  hidden.push(ofOthers, address)
  for (const text of quoted) {
    const lines = text.split('\n').map(line => `> ${line}`)
    await send(writer, address, {
      text: `Yarın geliyoruz.\n\n22 Kas 2026 Paz 10:15 tarihinde Satıcı <${address}> şunu yazdı:\n${lines.join('\n')}`,
    })
  }
  await waitFor(async () => {
    const { rows } = await owner.query('select state from received_mails where user_id = $1', [
      writer.userId,
    ])
    expect(rows).toEqual(quoted.map(() => ({ state: 'filed' })))
  })
  const { body } = await as(fixture.staff).call(routes.tickets.get, { params })
  const written = body.conversation.filter(({ user }) => user === writer.userId)
  expect(written.map(({ byMail }) => byMail)).toEqual(quoted.map(() => true))
  mailed.push(...written.map(({ _id }) => _id))
}, 60_000)

/** Some calls end the sessions of their caller. */
const signInAgain = async (who: Person): Promise<Person> => ({
  ...who,
  ...(await fixtures.session(seller, who.userId)),
})

type Call = (typeof everyRoute)[number]

/** The answer to a valid request of a fresh session, with its headers. */
async function answerTo(who: Person, { name, route }: Call) {
  const permission = permissions[name] as Permission
  const caller = await signInAgain(who)
  const at = permission.once ? await createFixture(seller) : fixture
  const request: Request<Route> = await permission.example(at, caller)
  const payload =
    permission.bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
  let answer = { status: 0, text: '' }
  const statements = await statementsDuring(async () => {
    const { statusCode, headers, body } = await http.inject({
      ...toInjectOptions({ fixture, caller, route, request, bytes: permission.bytes }),
      ...(payload && { payload }),
    })
    answer = { status: statusCode, text: JSON.stringify(headers) + body }
  })
  return { ...answer, statements }
}

const ofTeam = ['ticketNotes.list', 'ticketNotes.write', 'tickets.get']

describe.each(Object.entries(customers))('%s', (_, who) => {
  // Security: 8.2.2
  test('finds no word of a note in the answer to any call', async () => {
    const faults: string[] = []
    for (const call of everyRoute) {
      const { status, text } = await answerTo(who, call)
      if (found(text).length > 0) faults.push(`${call.name}: ${found(text)}`)
      if (ofTeam.includes(call.name) && status !== 403) faults.push(`${call.name}: ${status}`)
    }
    expect(faults).toEqual([])
  })

  test('is shown no mail of the team, and not that there is one', async () => {
    const caller = await signInAgain(who)
    for (const message of mailed) {
      const mail = await as(caller).call(routes.tickets.mailOfMessage, {
        params: { ...params, message },
      })
      expect([mail.status, found(JSON.stringify(mail.body))]).toEqual([404, []])
    }
    const { body } = await as(caller).call(routes.tickets.messagesOfAccount, {
      params: { ...params, company: companyId },
    })
    const shown = (body.messages ?? []).filter(({ _id }) => mailed.includes(_id))
    expect(shown.filter(({ byMail }) => byMail)).toEqual([])
  })

  test('cannot attach the file of a note to a message of their own, or confirm it', async () => {
    const { rows } = await owner.query('select file_id from note_files')
    const caller = await signInAgain(who)
    for (const { file_id: file } of rows) {
      const confirmed = await as(caller).call(routes.files.confirm, { params: { file } })
      const replied = await as(caller).call(routes.tickets.replyOfAccount, {
        params: { ...params, company: companyId },
        body: { contents: 'Dosya', files: [file] },
      })
      expect([confirmed.status, replied.status]).toEqual([404, 404])
    }
  })
})

test('an administrator with the calls of customers finds no word of a note either', async () => {
  const { admin } = fixture
  await fixtures.join(vendorId, admin.userId, companyId)
  const calls = everyRoute.filter(({ route }) => route.path.startsWith('/account/'))
  for (const call of calls) {
    const { status, text } = await answerTo(admin, call)
    expect([call.name, status, found(text)]).toEqual([call.name, 200, []])
  }
})

test('neither customers nor the team find a ticket by the text of a note', async () => {
  const query = { search: canary }
  const ofAccount = await as(await signInAgain(fixture.member)).call(routes.tickets.listOfAccount, {
    params: { company: companyId },
    query,
  })
  const ofVendor = await as(fixture.staff).call(routes.tickets.list, { query })
  expect([ofAccount.body.tickets, ofVendor.body.tickets]).toEqual([[], []])
})

test('the team is shown every word of the notes, and their mails without a reply address', async () => {
  const address = hidden.find(each => each.includes('@')) ?? ''
  const { body } = await as(fixture.staff).call(routes.tickets.get, { params })
  expect(found(JSON.stringify(body)).toSorted()).toEqual(
    hidden.filter(each => each !== address && each !== ofOthers).toSorted(),
  )
  for (const message of mailed) {
    const mail = await as(fixture.staff).call(routes.tickets.mailOfMessage, {
      params: { ...params, message },
    })
    expect(mail.body.text).toContain(canary)
    expect(mail.body.text).not.toContain(address)
    expect(mail.body.text).toContain('reply+…@')
  }
})
