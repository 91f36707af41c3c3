import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'

// The team merges a duplicate into another ticket.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const open = async (at: At, title = 'Mil yine ısınıyor', by = at.member, message = 'Yine') =>
  (
    await as(by).call(routes.tickets.open, {
      params: { company: at.companyId },
      body: { title, machine: at.companyMachineId, message },
    })
  ).body._id
const merge = (at: At, ticket: string, into = at.ticketId, by = at.staff) =>
  as(by).call(routes.tickets.merge, { params: { ticket }, body: { into } })
const undo = (at: At, ticket: string) =>
  as(at.staff).call(routes.tickets.undoMerge, { params: { ticket } })
const read = async (at: At, ticket = at.ticketId, by: Person = at.staff) =>
  (by === at.staff
    ? await as(by).call(routes.tickets.get, { params: { ticket } })
    : await as(by).call(routes.tickets.getOfAccount, {
        params: { company: at.companyId, ticket },
      })
  ).body
const answer = async (at: At, contents: string, ticket = at.ticketId) =>
  (await as(at.staff).call(routes.tickets.reply, { params: { ticket }, body: { contents } })).body
    ._id
const change = (at: At, ticket: string, status: 'closed' | 'archived' | 'open') =>
  as(at.staff).call(routes.tickets.change, { params: { ticket }, body: { status } })
const textsOf = ({ conversation }: { conversation: { message: string }[] }) =>
  conversation.map(({ message }) => message)
const writeNote = (at: At, ticket: string, contents: string) =>
  as(at.staff).call(routes.ticketNotes.write, { params: { ticket }, body: { contents } })
const ageMerge = (ticket: string, hours: number) =>
  owner.query(
    'update ticket_merges set date_merged = date_merged - make_interval(hours => $2) where ticket_id = $1',
    [ticket, hours],
  )

test('a ticket that is merged into a merged one is in the ticket where that one went', async () => {
  const at = await fixtures.ticket()
  const first = await open(at)
  const second = await open(at, 'Mil', at.member, 'Hâlâ')
  await merge(at, first)
  expect((await merge(at, second, first)).status).toBe(200)
  expect(await read(at, second)).toMatchObject({ mergedInto: { _id: at.ticketId } })
  expect(textsOf(await read(at))).toEqual(['İş mili on dakikada ısınıyor.', 'Yine', 'Hâlâ'])
  expect((await merge(at, at.ticketId, first)).body.message).toBe(
    'Bir talep kendisiyle birleştirilemez.',
  )
})

test('the messages and notes of a duplicate are in the other ticket, in the order of time, and both sides read where it went', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await answer(at, 'Bakıyoruz')
  await writeNote(at, duplicate, 'Aynı arıza')
  expect(await merge(at, duplicate)).toMatchObject({
    status: 200,
    body: { message: 'Talepler birleştirildi.' },
  })
  const whole = await read(at)
  expect(textsOf(whole)).toEqual(['İş mili on dakikada ısınıyor.', 'Yine', 'Bakıyoruz'])
  expect(whole).toMatchObject({
    notes: [{ note: 'Aynı arıza' }],
    merges: [{ ticket: { _id: duplicate, number: 1002 }, userName: 'Ayşe Yılmaz' }],
  })
  for (const by of [at.staff, at.member])
    expect(await read(at, duplicate, by)).toMatchObject({
      status: 'archived',
      conversation: [],
      mergedInto: { _id: at.ticketId, number: 1001 },
    })
})

test('the other ticket waits as the newest message of both says', async () => {
  const at = await fixtures.ticket()
  await answer(at, 'Bakıyoruz')
  const duplicate = await open(at)
  expect((await read(at)).waitingFor).toBe('customer')
  await merge(at, duplicate)
  expect(await read(at)).toMatchObject({ waitingFor: 'team', lastMessageIsStaff: false })
})

test('a newer duplicate ends the snooze of the other ticket, as its message would have', async () => {
  const at = await fixtures.ticket()
  const older = await open(at)
  await answer(at, 'Bakıyoruz')
  const dateSnoozed = new Date(Date.now() + 86_400_000).toISOString()
  await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { dateSnoozed },
  })
  await merge(at, older)
  expect((await read(at)).dateSnoozed).toBe(dateSnoozed)
  await merge(at, await open(at))
  expect((await read(at)).dateSnoozed).toBeNull()
})

test('a ticket is not said to be opened on behalf of its author where only a duplicate was', async () => {
  const at = await fixtures.ticket()
  const recorded = (
    await as(at.staff).call(routes.tickets.openOnBehalf, {
      params: { company: at.companyId },
      body: {
        user: at.member.userId,
        title: 'Isınıyor',
        machine: at.companyMachineId,
        message: 'Telefonla anlattı',
      },
    })
  ).body._id
  const later = await open(at)
  await merge(at, recorded, later)
  expect((await read(at, later)).recordedByName).toBeNull()
})

test('an older duplicate changes nothing of whom the other ticket waits for', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await answer(at, 'Bakıyoruz')
  await as(at.staff).call(routes.tickets.change, {
    params: { ticket: at.ticketId },
    body: { waitingFor: 'team' },
  })
  await merge(at, duplicate)
  expect(await read(at)).toMatchObject({ waitingFor: 'team', lastMessageIsStaff: true })
})

test('an undone merge leaves both tickets as they were, but for what was written since', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await writeNote(at, duplicate, 'Aynı arıza')
  const before = await read(at, duplicate)
  await merge(at, duplicate)
  await answer(at, 'İkisi için de geliyoruz')
  expect(await undo(at, duplicate)).toMatchObject({
    status: 200,
    body: { message: 'Birleştirme geri alındı.' },
  })
  expect(await read(at, duplicate)).toEqual(before)
  expect(await read(at)).toMatchObject({ merges: [], notes: [] })
  expect(textsOf(await read(at))).toEqual([
    'İş mili on dakikada ısınıyor.',
    'İkisi için de geliyoruz',
  ])
})

test('a closed duplicate is closed again after its merge was undone', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await change(at, duplicate, 'closed')
  const before = await read(at, duplicate)
  await merge(at, duplicate)
  await undo(at, duplicate)
  expect(await read(at, duplicate)).toEqual(before)
})

test('a merge is undone for a day', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await merge(at, duplicate)
  await ageMerge(duplicate, 25)
  expect(await undo(at, duplicate)).toMatchObject({
    status: 409,
    body: { message: 'Bir birleştirme yalnızca ilk 24 saatte geri alınabilir.' },
  })
})

test('a ticket that was not merged has no merge to undo', async () => {
  const at = await fixtures.ticket()
  expect((await undo(at, at.ticketId)).status).toBe(409)
})

test.each<[string, (at: At) => Promise<[string, string]>, string]>([
  ['into itself', async at => [at.ticketId, at.ticketId], 'Bir talep kendisiyle birleştirilemez.'],
  [
    'into that of another company',
    async at => [at.ticketId, (await fixtures.ticket(await fixtures.company(at))).ticketId],
    'Yalnızca aynı firmanın talepleri birleştirilebilir.',
  ],
  [
    'into a closed one',
    async at => {
      const closed = await open(at)
      await change(at, closed, 'closed')
      return [at.ticketId, closed]
    },
    'Seçilen talep açık değil; önce onu yeniden açın.',
  ],
  [
    'once it is archived',
    async at => {
      const archived = await open(at)
      for (const status of ['closed', 'archived'] as const) await change(at, archived, status)
      return [archived, at.ticketId]
    },
    'Arşivlenmiş bir talep birleştirilemez.',
  ],
  [
    'twice',
    async at => {
      const duplicate = await open(at)
      await merge(at, duplicate)
      return [duplicate, at.ticketId]
    },
    'Arşivlenmiş bir talep birleştirilemez.',
  ],
  [
    'where others were merged into it',
    async at => {
      await merge(at, await open(at))
      return [at.ticketId, await open(at)]
    },
    'Bu talebe başka talepler birleştirilmiş; öteki talebi bununla birleştirin.',
  ],
])('a ticket is not merged %s', async (_, prepare, message) => {
  const at = await fixtures.ticket()
  const [ticket, into] = await prepare(at)
  expect(await merge(at, ticket, into)).toMatchObject({ status: 409, body: { message } })
})

test('on a merged ticket nobody writes a message or a note, and it is not reopened', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await merge(at, duplicate)
  const body = { contents: 'Geliyoruz' }
  const params = { ticket: duplicate }
  const refused = [
    await as(at.staff).call(routes.tickets.reply, { params, body }),
    await as(at.staff).call(routes.ticketNotes.write, { params, body }),
    await change(at, duplicate, 'open'),
    await as(at.member).call(routes.tickets.changeOfAccount, {
      params: { company: at.companyId, ticket: duplicate },
      body: { status: 'open' },
    }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
})

test('of two colleagues who merge two tickets into each other at once one does, and the other is told why not', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await fixtures.ticket()
    const other = await open(at)
    const statuses = await Promise.all([
      merge(at, other, at.ticketId),
      merge(at, at.ticketId, other, at.admin),
    ])
    expect(statuses.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [one, two] = [await read(at), await read(at, other)]
    expect([...textsOf(one), ...textsOf(two)]).toHaveLength(2)
    expect([one.status, two.status].toSorted()).toEqual(['archived', 'open'])
  }
})

test('an answer at the moment of the merge is in the other ticket, or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await fixtures.ticket()
    const duplicate = await open(at)
    const [answered] = await Promise.all([
      as(at.admin).call(routes.tickets.reply, {
        params: { ticket: duplicate },
        body: { contents: 'Tamam' },
      }),
      merge(at, duplicate),
    ])
    expect(textsOf(await read(at, duplicate))).toEqual([])
    expect(textsOf(await read(at)).includes('Tamam')).toBe(answered.status === 200)
  }
})

test('the author of a duplicate is told of the merge, and of the answers on the other ticket', async () => {
  const at = await fixtures.ticket()
  const colleague = await fixtures.person(at, 'customer', 'Cem')
  await owner.query(
    'insert into memberships (vendor_id, user_id, company_id) values ($1, $2, $3)',
    [at.vendorId, colleague.userId, at.companyId],
  )
  const duplicate = (
    await as(colleague).call(routes.tickets.open, {
      params: { company: at.companyId },
      body: { title: 'Isınıyor', machine: at.companyMachineId },
    })
  ).body._id
  await waitForReactions(owner)
  await merge(at, duplicate)
  await waitForReactions(owner)
  await answer(at, 'Yarın geliyoruz')
  await waitForReactions(owner)
  const { body } = await as(colleague).call(routes.notifications.list)
  expect(body.notifications.map(({ kind, ticket }) => [kind, ticket])).toEqual([
    ['ticket.answered', at.ticketId],
    ['ticket.merged', at.ticketId],
  ])
})

test('what the bell told of a message of the duplicate leads to the ticket that has it', async () => {
  const at = await fixtures.ticket()
  const duplicate = await open(at)
  await answer(at, 'Hangi devirde?', duplicate)
  await waitForReactions(owner)
  await merge(at, duplicate)
  await waitForReactions(owner)
  const ticketOf = async (kind: string) =>
    (await as(at.member).call(routes.notifications.list)).body.notifications.find(
      each => each.kind === kind,
    )?.ticket
  expect(await ticketOf('ticket.answered')).toBe(at.ticketId)
  await undo(at, duplicate)
  await waitForReactions(owner)
  expect(await ticketOf('ticket.answered')).toBe(duplicate)
})

test('the mail of a merge says so, in the language of its reader', async () => {
  const at = await fixtures.ticket()
  await merge(at, await open(at))
  await waitForReactions(owner)
  await sendMailsTo(owner, at.member.email)
  expect((await mails.to(at.member.email, 1)).at(-1)?.text).toContain(
    'Ayşe Yılmaz başka bir talebi bu taleple birleştirdi; yazışma burada sürüyor.',
  )
})
