import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { routes } from '#contract/routes.ts'
import { statementsDuring } from '#testing/database/statements.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sweep } from '../app/sweep.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner, http } = portal

type Query = {
  search?: string
  refused?: 'true' | 'false'
  action?: 'companies.create'
  size?: string
  page?: string
}
const auditOf = async (admin: Person, query: Query = {}) =>
  (await as(admin).call(routes.audit.list, { query })).body
const summaryOf = ({ userName, action, subject, refusal }: AuditEntry) => [
  userName,
  action,
  subject,
  refusal,
]

test('an administrator finds who added, renamed and deleted a company, newest first', async () => {
  const { admin } = await fixtures.vendor()
  const { body: company } = await as(admin).call(routes.companies.create, {
    body: { name: 'Çağlar Döküm' },
  })
  await as(admin).call(routes.companies.update, {
    params: { company: company._id },
    body: { name: 'Çağlar Pres' },
  })
  await as(admin).call(routes.companies.remove, { params: { company: company._id } })
  const { entries, total } = await auditOf(admin)
  expect(total).toBe(3)
  expect(entries.map(entry => [entry.action, entry.subject, entry.user, entry.role])).toEqual([
    ['companies.remove', 'Çağlar Pres', admin.userId, 'admin'],
    ['companies.update', 'Çağlar Pres', admin.userId, 'admin'],
    ['companies.create', 'Çağlar Döküm', admin.userId, 'admin'],
  ])
})

test('an entry says from which address and device it was done, and in which request', async () => {
  const { admin } = await fixtures.vendor()
  const { headers } = await as(admin).call(
    routes.companies.create,
    { body: { name: 'Yeni' } },
    { headers: { 'user-agent': 'Tezgah/1' } },
  )
  const { entries } = await auditOf(admin)
  expect(entries).toMatchObject([
    { address: '127.0.0.1', device: 'Tezgah/1', request: headers['x-request-id'] },
  ])
})

test("an entry of what the vendor's team did on a ticket names the ticket's company", async () => {
  const { admin, staff, ticketId, companyId } = await fixtures.ticket()
  await as(staff).call(routes.tickets.reply, {
    params: { ticket: ticketId },
    body: { contents: 'Bakıyoruz.' },
  })
  const { entries } = await auditOf(admin)
  const { companies } = (await as(admin).call(routes.companies.list)).body
  expect(entries[0]).toMatchObject({
    action: 'tickets.reply',
    companyName: companies.find(({ _id }) => _id === companyId)?.name,
  })
})

test('of a ticket that was closed and then archived it says which was which', async () => {
  const { admin, staff, ticketId } = await fixtures.ticket()
  for (const status of ['closed', 'archived'] as const)
    await as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body: { status } })
  const { entries } = await auditOf(admin)
  expect(entries.slice(0, 3).map(({ action, changes }) => [action, changes])).toEqual([
    ['tickets.change', [{ field: 'status', before: 'closed', after: 'archived' }]],
    ['tickets.change', [{ field: 'status', before: 'open', after: 'closed' }]],
    ['tickets.open', []],
  ])
})

test('of a record it says which fields were changed, from what and to what', async () => {
  const { admin, companyId, companyMachineId, machineId } = await fixtures.company()
  const params = { company: companyId, companyMachine: companyMachineId, machine: machineId }
  await as(admin).call(routes.companies.update, {
    params,
    body: { name: 'Yeni Pres', dateSupportEnd: '2030-05-01' },
  })
  await as(admin).call(routes.machines.update, { params, body: { sku: 'YENİ-1' } })
  await as(admin).call(routes.machines.updateOfCompany, {
    params,
    body: { serialNumber: 'S-77', dateOfWarrantyEnd: null },
  })
  await as(admin).call(routes.vendors.changeSettings, { body: { assignOnReply: true } })
  await as(admin).call(routes.mails.changeSender, {
    body: { senderName: 'Destek', senderAddress: '', mailInAddress: '' },
  })
  const { isUpdating: _, ...targets } = (await as(admin).call(routes.vendors.targets)).body
  await as(admin).call(routes.vendors.changeTargets, {
    body: { ...targets, standing: { first: 60, next: null } },
  })
  const { entries } = await auditOf(admin)
  const told = entries.map(({ changes }) =>
    changes.map(({ field, before, after }) => `${field}: ${before} → ${after}`),
  )
  expect(told.slice(0, 6)).toEqual([
    ['standing: –, – → 60, –'],
    ['senderName: null → Destek'],
    ['assignOnReply: false → true'],
    [
      expect.stringMatching(/^serialNumber: .+ → S-77$/),
      expect.stringMatching(/^dateOfWarrantyEnd: \d{4}-\d\d-\d\d → null$/),
    ],
    [expect.stringMatching(/^sku: .+ → YENİ-1$/)],
    [
      expect.stringMatching(/^name: .+ → Yeni Pres$/),
      expect.stringMatching(/^dateSupportEnd: .+ → 2030-05-01$/),
    ],
  ])
})

test('an update to what was there already changes nothing, and is not in it', async () => {
  const { admin, companyId } = await fixtures.company()
  const update = () =>
    as(admin).call(routes.companies.update, {
      params: { company: companyId },
      body: { name: 'Yeni Pres' },
    })
  await update()
  const { total } = await auditOf(admin)
  expect((await update()).status).toBe(200)
  expect((await auditOf(admin)).total).toBe(total)
})

test('closing a closed ticket changes nothing, and is not in it', async () => {
  const { admin, staff, member, companyId, ticketId } = await fixtures.ticket()
  const body = { status: 'closed' } as const
  await as(staff).call(routes.tickets.change, { params: { ticket: ticketId }, body })
  const { total } = await auditOf(admin)
  await as(admin).call(routes.tickets.change, { params: { ticket: ticketId }, body })
  await as(member).call(routes.tickets.changeOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body,
  })
  expect((await auditOf(admin)).total).toBe(total)
})

test('retrying all mails where there are none changes nothing, and is not in it', async () => {
  const { admin } = await fixtures.vendor()
  expect((await as(admin).call(routes.mails.retryAll)).status).toBe(200)
  expect((await auditOf(admin)).total).toBe(0)
})

test("a customer's ticket and message are in it under the ticket's title, and never the message's text", async () => {
  const { admin, member, companyId, ticketId } = await fixtures.ticket()
  const contents = `Gizli ${randomUUID()}`
  await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { contents },
  })
  const { entries } = await auditOf(admin)
  const { number, title } = (
    await as(admin).call(routes.tickets.get, { params: { ticket: ticketId } })
  ).body
  expect(entries[0]).toMatchObject({
    action: 'tickets.replyOfAccount',
    subject: `#${number} ${title}`,
    user: member.userId,
    role: 'customer',
  })
  expect(entries[0]?.companyName).not.toBeNull()
  const { rows } = await owner.query(
    "select from audit_entries e where e::text like '%' || $1 || '%'",
    [contents],
  )
  expect(rows).toEqual([])
})

test('a create that is sent again with its key is in it once', async () => {
  const { admin } = await fixtures.vendor()
  const create = () =>
    as(admin).call(
      routes.companies.create,
      { body: { name: 'Bir kez' } },
      { idempotencyKey: 'k-1' },
    )
  await create()
  await create()
  expect((await auditOf(admin)).total).toBe(1)
})

test('a file that was deleted is still called by its name', async () => {
  const { admin, machineId } = await fixtures.company()
  const file = await fixtures.upload(admin, { name: 'kılavuz.pdf' })
  await as(admin).call(routes.files.addToMachine, {
    params: { machine: machineId },
    body: { file },
  })
  await as(admin).call(routes.files.removeFromMachine, { params: { machine: machineId, file } })
  const { entries } = await auditOf(admin, { size: '2' })
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['files.removeFromMachine', 'kılavuz.pdf'],
    ['files.addToMachine', 'kılavuz.pdf'],
  ])
})

test('signing in is in it, and so is asking for a new password', async () => {
  const { admin, visitor, staff } = await fixtures.vendor()
  await as(visitor).call(routes.sessions.login, { body: { email: staff.email, password } })
  await as(visitor).call(routes.sessions.forgot, { body: { email: staff.email } })
  const entries = async () =>
    (await auditOf(admin)).entries.map(({ action, user, subject }) => [action, user, subject])
  // A known address is looked up after the response.
  await expect.poll(entries).toEqual([
    ['sessions.forgot', null, staff.email],
    ['sessions.login', staff.userId, ''],
  ])
})

test('an upload over the quota is in it as refused, also of a customer', async () => {
  const { admin, member, vendorId } = await fixtures.company()
  await owner.query('update vendors set file_quota = 10 where vendor_id = $1', [vendorId])
  const body = { fileName: 'Uzun çizim.pdf', fileSize: 11, fileType: 'application/pdf' }
  expect((await as(member).call(routes.files.request, { body })).status).toBe(409)
  const { entries } = await auditOf(admin, { size: '1' })
  expect(entries[0]).toMatchObject({
    user: member.userId,
    action: 'files.request',
    subject: 'Uzun çizim.pdf',
    refusal: 'QuotaExceededError',
  })
})

test('a call in the administrators’ area without the role is in it', async () => {
  const { admin, staff } = await fixtures.vendor()
  expect((await as(staff).call(routes.companies.create, { body: { name: 'Olmaz' } })).status).toBe(
    403,
  )
  expect((await as(staff).call(routes.companies.list)).status).toBe(403)
  const { entries } = await auditOf(admin)
  expect(entries.map(summaryOf)).toEqual([
    [expect.any(String), 'companies.list', '', 'ForbiddenError'],
    [expect.any(String), 'companies.create', 'Olmaz', 'ForbiddenError'],
  ])
  expect(new Set(entries.map(({ user }) => user))).toEqual(new Set([staff.userId]))
})

test('what an administrator was refused is in it, without a name of what is not theirs', async () => {
  const [{ admin, machineId }, other] = [await fixtures.company(), await fixtures.company()]
  expect(
    (await as(admin).call(routes.machines.remove, { params: { machine: machineId } })).status,
  ).toBe(409)
  expect(
    (await as(admin).call(routes.companies.remove, { params: { company: other.companyId } }))
      .status,
  ).toBe(404)
  const { entries } = await auditOf(admin, { refused: 'true' })
  expect(
    entries.map(({ action, subject, companyName, refusal }) => [
      action,
      subject !== '',
      companyName,
      refusal,
    ]),
  ).toEqual([
    ['companies.remove', false, null, 'NotFoundError'],
    ['machines.remove', true, null, 'ConflictError'],
  ])
})

test('the body of a refused call gives its entry no other subject, and does not keep it out', async () => {
  const [{ staff, admin, machineId }] = [await fixtures.company()]
  const tryAs = (payload: object) =>
    http.inject({
      method: 'DELETE',
      url: `/api/v1/domain/${staff.domain}/admin/machine/${machineId.toUpperCase()}`,
      headers: { authorization: `Bearer ${staff.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(payload),
    })
  expect((await tryAs({ title: 'Zararsız' })).statusCode).toBe(403)
  expect((await tryAs({ title: '\u0000' })).statusCode).toBe(403)
  const { entries } = await auditOf(admin, { refused: 'true' })
  const machine = (await as(admin).call(routes.machines.list)).body.machines.find(
    ({ _id }) => _id === machineId,
  )
  expect(entries.map(({ subject }) => subject)).toEqual([machine?.name, machine?.name])
})

test('refused calls of one user are limited in it', async () => {
  const { staff, admin } = await fixtures.vendor()
  for (let i = 0; i < 70; i++)
    expect((await as(staff).call(routes.companies.list)).status).toBe(403)
  expect((await auditOf(admin, { refused: 'true' })).total).toBe(60)
})

test('a search finds what a filter leaves, however much else matches', async () => {
  const { admin, vendorId } = await fixtures.vendor()
  await owner.query(
    `insert into audit_entries (vendor_id, id, action, subject, date_created)
       select $1, gen_random_uuid(), case i when 10500 then 'companies.remove' else 'companies.create' end, 'Kalıpçı', now() - i * interval '1 second'
         from generate_series(1, 10500) as i`,
    [vendorId],
  )
  const { body } = await as(admin).call(routes.audit.list, {
    query: { search: 'kalıp', action: 'companies.remove' },
  })
  expect(body.total).toBe(1)
})

test('a change that is undone leaves no entry of a change', async () => {
  const { admin } = await fixtures.vendor()
  const failed = await as(admin).call(routes.team.invite, {
    body: { email: admin.email, name: 'Yine', surname: 'Ben', role: 'admin' },
  })
  expect(failed.status).toBe(409)
  expect((await auditOf(admin, { refused: 'false' })).total).toBe(0)
})

test('it is filtered by what was done, and searched in Turkish by person, subject, address and changed value', async () => {
  const { admin } = await fixtures.vendor()
  let company = ''
  for (const name of ['Şişli Makina', 'İzmir Pres'])
    company = (await as(admin).call(routes.companies.create, { body: { name } })).body._id
  await as(admin).call(routes.profile.change, { body: { language: 'en' } })
  expect((await auditOf(admin, { action: 'companies.create' })).total).toBe(2)
  expect((await auditOf(admin, { search: 'SISLI' })).entries.map(({ subject }) => subject)).toEqual(
    ['Şişli Makina'],
  )
  expect((await auditOf(admin, { search: '127.0.0' })).total).toBe(3)
  for (const name of ['Gölbaşı Döküm', 'Yeni'])
    await as(admin).call(routes.companies.update, { params: { company }, body: { name } })
  expect((await auditOf(admin, { search: 'GOLBASI' })).total).toBe(2)
  expect((await auditOf(admin, { search: 'yok böyle' })).total).toBe(0)
})

test('a page of it costs as many statements with many entries as with few', async () => {
  const [few, many] = [await fixtures.vendor(), await fixtures.vendor()]
  for (const [{ vendorId }, count] of [[few, 2] as const, [many, 500] as const])
    await owner.query(
      "insert into audit_entries (vendor_id, id, action) select $1, gen_random_uuid(), 'companies.create' from generate_series(1, $2)",
      [vendorId, count],
    )
  const statements = async ({ admin }: { admin: Person }) =>
    (await statementsDuring(() => auditOf(admin, { size: '50' }))).length
  // The fewest of some calls: a mail of an earlier test may be sent during one.
  const fewestOf = async (vendor: { admin: Person }) =>
    Math.min(await statements(vendor), await statements(vendor), await statements(vendor))
  expect(await fewestOf(many)).toBe(await fewestOf(few))
})

test('what is older than the set time is forgotten, and nothing of the last thirty days', async () => {
  const { admin, vendorId } = await fixtures.vendor()
  for (const days of [1, 29, 31, 100])
    await owner.query(
      "insert into audit_entries (vendor_id, id, action, subject, date_created) values ($1, gen_random_uuid(), 'companies.create', $2::int, now() - make_interval(days => $2::int))",
      [vendorId, days],
    )
  const left = async () => (await auditOf(admin)).entries.map(({ subject }) => subject)
  await sweep(portal.platform.database, { auditLifetime: 90 * 86_400 })
  expect(await left()).toEqual(['1', '29', '31'])
  await sweep(portal.platform.database, { auditLifetime: 1 })
  expect(await left()).toEqual(['1', '29'])
})

test('the server can neither change nor remove an entry', async () => {
  const { vendorId } = await fixtures.vendor()
  const refused = (statement: string) =>
    portal.platform.database
      .inVendor(vendorId, db => db.run({ name: '', text: statement, values: [] }))
      .catch((error: { code?: string }) => error.code)
  expect(await refused("update audit_entries set subject = ''")).toBe('42501')
  expect(await refused('delete from audit_entries')).toBe('42501')
})
