import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { statementsDuring } from '#testing/statements.ts'
import { sweep } from '../sweep.ts'

const portal = await openPortal()
const given = givenIn(portal)
const { as, owner, http, port } = portal

type Asked = { search?: string; refused?: 'true' | 'false'; action?: 'companies.create'; size?: string; page?: string }
const auditOf = async (admin: Person, query: Asked = {}) => (await as(admin).call(routes.audit.list, { query })).body
const told = ({ userName, action, subject, refusal }: AuditEntry) => [userName, action, subject, refusal]

async function exported(admin: Person, query = '') {
  const { domain, token, language = 'tr' } = admin
  const reply = await http.inject({
    url: `/api/v1/domain/${domain}/admin/audit/export${query}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  return { ...reply, lines: reply.body.replace(/\r\n$/, '').split('\r\n') }
}

test('an administrator finds who added, renamed and deleted a company, newest first', async () => {
  const { admin } = await given.vendor()
  const { body: company } = await as(admin).call(routes.companies.create, { body: { name: 'Çağlar Döküm' } })
  await as(admin).call(routes.companies.update, { params: { company: company._id }, body: { name: 'Çağlar Pres' } })
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
  const { admin } = await given.vendor()
  const { headers } = await as(admin).call(routes.companies.create, { body: { name: 'Yeni' } }, { headers: { 'user-agent': 'Tezgah/1' } })
  const { entries } = await auditOf(admin)
  expect(entries).toMatchObject([{ address: '127.0.0.1', device: 'Tezgah/1', request: headers['x-request-id'] }])
})

test("a customer's ticket and message are in it under the ticket's title, and never the message's text", async () => {
  const { admin, member, companyId, ticketId } = await given.ticket()
  const contents = `Gizli ${randomUUID()}`
  await as(member).call(routes.tickets.replyOfAccount, { params: { company: companyId, ticket: ticketId }, body: { contents } })
  const { entries } = await auditOf(admin)
  const { title } = (await as(admin).call(routes.tickets.get, { params: { ticket: ticketId } })).body
  expect(entries[0]).toMatchObject({ action: 'tickets.replyOfAccount', subject: title, user: member.userId, role: 'customer' })
  expect(entries[0]?.companyName).not.toBeNull()
  const { rows } = await owner.query("select from audit_entries e where e::text like '%' || $1 || '%'", [contents])
  expect(rows).toEqual([])
})

test('a create that is sent again with its key is in it once', async () => {
  const { admin } = await given.vendor()
  const create = () => as(admin).call(routes.companies.create, { body: { name: 'Bir kez' } }, { idempotencyKey: 'k-1' })
  await create()
  await create()
  expect((await auditOf(admin)).total).toBe(1)
})

test('a file that was deleted is still called by its name', async () => {
  const { admin, machineId } = await given.company()
  const file = await given.upload(admin, { name: 'kılavuz.pdf' })
  await as(admin).call(routes.files.addToMachine, { params: { machine: machineId }, body: { file } })
  await as(admin).call(routes.files.removeFromMachine, { params: { machine: machineId, file } })
  const { entries } = await auditOf(admin, { size: '2' })
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ['files.removeFromMachine', 'kılavuz.pdf'],
    ['files.addToMachine', 'kılavuz.pdf'],
  ])
})

test('signing in is in it, and so is asking for a new password', async () => {
  const { admin, visitor, staff } = await given.vendor()
  await as(visitor).call(routes.sessions.login, { body: { email: staff.email, password } })
  await as(visitor).call(routes.sessions.forgot, { body: { email: staff.email } })
  const { entries } = await auditOf(admin)
  expect(entries.map(({ action, user, subject }) => [action, user, subject])).toEqual([
    ['sessions.forgot', null, staff.email],
    ['sessions.login', staff.userId, ''],
  ])
})

test('a sign-in with a wrong password changes nothing, and is not in it', async () => {
  const { admin, visitor, staff } = await given.vendor()
  await as(visitor).call(routes.sessions.login, { body: { email: staff.email, password: 'Yanlis1234' } })
  expect((await auditOf(admin)).total).toBe(0)
})

test('who tries a call that is not theirs in the administrators’ area is in it', async () => {
  const { admin, staff } = await given.vendor()
  expect((await as(staff).call(routes.companies.create, { body: { name: 'Olmaz' } })).status).toBe(403)
  expect((await as(staff).call(routes.companies.list)).status).toBe(403)
  const { entries } = await auditOf(admin)
  expect(entries.map(told)).toEqual([
    [expect.any(String), 'companies.list', '', 'ForbiddenError'],
    [expect.any(String), 'companies.create', 'Olmaz', 'ForbiddenError'],
  ])
  expect(new Set(entries.map(({ user }) => user))).toEqual(new Set([staff.userId]))
})

test('what an administrator was refused is in it, without a name of what is not theirs', async () => {
  const [{ admin, machineId }, other] = [await given.company(), await given.company()]
  expect((await as(admin).call(routes.machines.remove, { params: { machine: machineId } })).status).toBe(409)
  expect((await as(admin).call(routes.companies.remove, { params: { company: other.companyId } })).status).toBe(404)
  const { entries } = await auditOf(admin, { refused: 'true' })
  expect(entries.map(({ action, subject, companyName, refusal }) => [action, subject !== '', companyName, refusal])).toEqual([
    ['companies.remove', false, null, 'NotFoundError'],
    ['machines.remove', true, null, 'ConflictError'],
  ])
})

test('what somebody writes into a refused call gives it no other name, and does not keep it out', async () => {
  const [{ staff, admin, machineId }] = [await given.company()]
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
  const machine = (await as(admin).call(routes.machines.list)).body.machines.find(({ _id }) => _id === machineId)
  expect(entries.map(({ subject }) => subject)).toEqual([machine?.name, machine?.name])
})

test('nobody fills it with what they may not do', async () => {
  const { staff, admin } = await given.vendor()
  for (let i = 0; i < 70; i++) expect((await as(staff).call(routes.companies.list)).status).toBe(403)
  expect((await auditOf(admin, { refused: 'true' })).total).toBe(60)
})

test('a search finds what a filter leaves, however much else matches', async () => {
  const { admin, vendorId } = await given.vendor()
  await owner.query(
    `insert into audit_entries (vendor_id, id, action, subject, date_created)
       select $1, gen_random_uuid(), case i when 10500 then 'companies.remove' else 'companies.create' end, 'Kalıpçı', now() - i * interval '1 second'
         from generate_series(1, 10500) as i`,
    [vendorId],
  )
  const { body } = await as(admin).call(routes.audit.list, { query: { search: 'kalıp', action: 'companies.remove' } })
  expect(body.total).toBe(1)
})

test('a change that is undone leaves no entry of a change', async () => {
  const { admin } = await given.vendor()
  const failed = await as(admin).call(routes.team.invite, {
    body: { email: admin.email, name: 'Yine', surname: 'Ben', role: 'admin' },
  })
  expect(failed.status).toBe(409)
  expect((await auditOf(admin, { refused: 'false' })).total).toBe(0)
})

test('it is filtered by what was done, and searched in Turkish by person, subject and address', async () => {
  const { admin } = await given.vendor()
  for (const name of ['Şişli Makina', 'İzmir Pres']) await as(admin).call(routes.companies.create, { body: { name } })
  await as(admin).call(routes.sessions.chooseLanguage, { body: { language: 'tr' } })
  expect((await auditOf(admin, { action: 'companies.create' })).total).toBe(2)
  expect((await auditOf(admin, { search: 'SISLI' })).entries.map(({ subject }) => subject)).toEqual(['Şişli Makina'])
  expect((await auditOf(admin, { search: '127.0.0' })).total).toBe(3)
  expect((await auditOf(admin, { search: 'yok böyle' })).total).toBe(0)
})

test('a page of it costs as many statements with many entries as with few', async () => {
  const [few, many] = [await given.vendor(), await given.vendor()]
  for (const [{ vendorId }, count] of [[few, 2] as const, [many, 500] as const])
    await owner.query(
      "insert into audit_entries (vendor_id, id, action) select $1, gen_random_uuid(), 'companies.create' from generate_series(1, $2)",
      [vendorId, count],
    )
  const statements = ({ admin }: { admin: Person }) => statementsDuring(() => auditOf(admin, { size: '50' }))
  await statements(few)
  await statements(many)
  expect((await statements(many)).length).toBe((await statements(few)).length)
})

test('the export has every entry once, newest first, however many there are', async () => {
  const { admin, vendorId } = await given.vendor()
  await owner.query(
    `insert into audit_entries (vendor_id, id, action, subject, date_created)
       select $1, gen_random_uuid(), 'companies.create', 'Firma ' || i, now() - i / 3 * interval '1 second' from generate_series(1, 2500) as i`,
    [vendorId],
  )
  const { lines, headers } = await exported(admin)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="denetim.csv"')
  expect(lines).toHaveLength(2501)
  const subjects = lines.slice(1).map(line => line.split(';')[4])
  expect(new Set(subjects).size).toBe(2500)
  expect(subjects.at(-1)).toMatch(/^Firma (2498|2499|2500)$/)
})

test('the export is in the language of its reader, with a mark by which a spreadsheet knows its letters', async () => {
  const { admin } = await given.vendor()
  await as(admin).call(routes.companies.create, { body: { name: 'Iğdır, "Ağrı"' } })
  const { lines } = await exported({ ...admin, language: 'en' }, '?action=companies.create')
  expect(lines[0]).toBe('\ufeffTime,Person,Role,Action,Subject,Company,Refusal,Address,Device,Request number')
  expect(lines[1]).toContain(',admin,Added a company,"Iğdır, ""Ağrı""",')
})

test('a name that a spreadsheet would take for a formula is a text in the export', async () => {
  const { admin } = await given.vendor()
  await as(admin).call(routes.companies.create, { body: { name: '=HYPERLINK("http://a.test")' } })
  const { lines } = await exported(admin)
  expect(lines[1]).toContain(`;"'=HYPERLINK(""http://a.test"")";`)
})

test('the export has what is searched for', async () => {
  const { admin } = await given.vendor()
  for (const name of ['Iğdır Pres', 'Şişli Torna']) await as(admin).call(routes.companies.create, { body: { name } })
  const { lines } = await exported(admin, '?search=igdir')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Iğdır Pres')
})

test('the export ends with the session of its reader', async () => {
  const { admin, vendorId } = await given.vendor()
  await owner.query(
    "insert into audit_entries (vendor_id, id, action) select $1, gen_random_uuid(), 'companies.create' from generate_series(1, 2500)",
    [vendorId],
  )
  const { database } = portal.platform
  const inVendor = database.inVendor.bind(database)
  const spy = vi.spyOn(database, 'inVendor').mockImplementation(async (...asked) => {
    const portion = await inVendor(...asked)
    await owner.query('delete from sessions where vendor_id = $1', [vendorId])
    return portion
  })
  onTestFinished(() => spy.mockRestore())
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/domain/${admin.domain}/admin/audit/export`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

test('asking only whether there is an export reads none of it', async () => {
  const { admin } = await given.vendor()
  const reply = await http.inject({
    method: 'HEAD',
    url: `/api/v1/domain/${admin.domain}/admin/audit/export`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([reply.statusCode, reply.body]).toEqual([200, ''])
})

test('a time that no calendar has is refused', async () => {
  const { admin } = await given.vendor()
  for (const from of ['0000-01-01T00:00:00Z', `2026-01-01T00:00:00.${'1'.repeat(200)}Z`])
    expect((await exported(admin, `?from=${from}`)).statusCode).toBe(400)
})

test('the export leaves out what its filter leaves out', async () => {
  const { admin } = await given.vendor()
  await as(admin).call(routes.companies.create, { body: { name: 'Yeni' } })
  expect((await exported(admin, '?until=2020-01-01T00:00:00.000Z')).lines).toHaveLength(1)
  expect((await exported(admin, '?from=2020-01-01T00:00:00.000Z')).lines).toHaveLength(2)
  expect((await exported(admin, '?refused=true')).lines).toHaveLength(1)
})

test('what is older than the set time is forgotten, and nothing of the last thirty days', async () => {
  const { admin, vendorId } = await given.vendor()
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
  const { vendorId } = await given.vendor()
  const refused = (statement: string) =>
    portal.platform.database
      .inVendor(vendorId, db => db.run({ name: '', text: statement, values: [] }))
      .catch((error: { code?: string }) => error.code)
  expect(await refused("update audit_entries set subject = ''")).toBe('42501')
  expect(await refused('delete from audit_entries')).toBe('42501')
})
