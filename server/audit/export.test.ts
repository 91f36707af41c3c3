import { expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { as, owner, http, port } = portal

async function exported(admin: Person, query = '') {
  const { domain, token, language = 'tr' } = admin
  const reply = await http.inject({
    url: `/api/v1/domain/${domain}/admin/audit/export${query}`,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  return { ...reply, lines: reply.body.replace(/\r\n$/, '').split('\r\n') }
}

test('the export has every entry once, newest first, however many there are', async () => {
  const { admin, vendorId } = await fixtures.vendor()
  await owner.query(
    `insert into audit_entries (vendor_id, id, action, subject, date_created)
       select $1, gen_random_uuid(), 'companies.create', 'Firma ' || i, now() - i / 3 * interval '1 second' from generate_series(1, 2500) as i`,
    [vendorId],
  )
  const { lines, headers } = await exported(admin)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="denetim.csv"')
  expect(lines).toHaveLength(2501)
  const subjects = lines.slice(1).map(line => line.split('";"')[4])
  expect(new Set(subjects).size).toBe(2500)
  expect(subjects.at(-1)).toMatch(/^Firma (2498|2499|2500)$/)
})

test('the export is in the language of its reader, with a mark by which a spreadsheet knows its letters', async () => {
  const { admin } = await fixtures.vendor()
  await as(admin).call(routes.companies.create, { body: { name: 'Iğdır, "Ağrı"' } })
  const { lines } = await exported({ ...admin, language: 'en' }, '?action=companies.create')
  expect(lines[0]).toBe(
    '\ufeff"Time (UTC)","Person","Role","Action","Subject","Changes","Company","Refusal","Address","Device","Request number"',
  )
  expect(lines[1]).toContain(',"Domain administrator","Added a company","Iğdır, ""Ağrı""","",')
})

test('the export says what was changed on a ticket, in words', async () => {
  const { admin, staff, ticketId } = await fixtures.ticket()
  await as(staff).call(routes.tickets.change, {
    params: { ticket: ticketId },
    body: { status: 'closed', priority: 'question' },
  })
  const { lines } = await exported(admin)
  expect(lines[1]?.split('";"').slice(3, 6)).toEqual([
    'Talebi değiştirdi',
    expect.any(String),
    'Öncelik: Normal → Soru; Durum: Açık → Kapalı',
  ])
})

test('the export calls a role what the screen calls it', async () => {
  const { admin, staff } = await fixtures.vendor()
  await as(staff).call(routes.companies.create, { body: { name: 'Olmaz' } })
  const { lines } = await exported(admin)
  expect(lines[1]).toContain(';"Destek görevlisi";')
})

test('a name that a spreadsheet would take for a formula is a text in the export', async () => {
  const { admin } = await fixtures.vendor()
  await as(admin).call(routes.companies.create, { body: { name: '=HYPERLINK("http://a.test")' } })
  const { lines } = await exported(admin)
  expect(lines[1]).toContain(`;"'=HYPERLINK(""http://a.test"")";`)
})

// Security: P6
test('no title and no browser’s name is a formula in the export, at whichever separator a program splits it', async () => {
  const { admin, companyId, companyMachineId, member } = await fixtures.company()
  const attack = "M;=cmd|' /C calc'!A0;,=1+1,\"=2+2"
  const body = { title: attack, machine: companyMachineId }
  await as(member).call(
    routes.tickets.open,
    { params: { company: companyId }, body },
    { headers: { 'user-agent': attack } },
  )
  for (const language of ['tr', 'en'] as const) {
    const { body: file } = await exported({ ...admin, language }, '?action=tickets.open')
    expect(file).toContain("M;'=cmd|' /C calc'!A0;,'=1+1,\"\"'=2+2")
    for (const separator of [';', ',', '\t'])
      for (const cell of file.split('\r\n').flatMap(line => line.split(separator)))
        expect(cell).not.toMatch(/^["\s]*[=+\-@]/)
  }
})

test('the export has what is searched for', async () => {
  const { admin } = await fixtures.vendor()
  for (const name of ['Iğdır Pres', 'Şişli Torna'])
    await as(admin).call(routes.companies.create, { body: { name } })
  const { lines } = await exported(admin, '?search=igdir')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Iğdır Pres')
})

test('the export ends with the session of its reader', async () => {
  const { admin, vendorId } = await fixtures.vendor()
  await owner.query(
    "insert into audit_entries (vendor_id, id, action) select $1, gen_random_uuid(), 'companies.create' from generate_series(1, 2500)",
    [vendorId],
  )
  const { database } = portal.platform
  const inVendor = database.inVendor.bind(database)
  const spy = vi.spyOn(database, 'inVendor').mockImplementation(async (...args) => {
    const batch = await inVendor(...args)
    // a job of the vendor may end before the export begins
    if (typeof batch === 'string')
      await owner.query('delete from sessions where vendor_id = $1', [vendorId])
    return batch
  })
  onTestFinished(() => spy.mockRestore())
  const answer = await fetch(
    `http://127.0.0.1:${port}/api/v1/domain/${admin.domain}/admin/audit/export`,
    {
      headers: { authorization: `Bearer ${admin.token}` },
    },
  )
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow()
})

test('asking only whether there is an export reads none of it', async () => {
  const { admin } = await fixtures.vendor()
  const reply = await http.inject({
    method: 'HEAD',
    url: `/api/v1/domain/${admin.domain}/admin/audit/export`,
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([reply.statusCode, reply.body]).toEqual([200, ''])
})

test('the export leaves out what its filter leaves out', async () => {
  const { admin } = await fixtures.vendor()
  await as(admin).call(routes.companies.create, { body: { name: 'Yeni' } })
  expect((await exported(admin, '?until=2020-01-01T00:00:00.000Z')).lines).toHaveLength(1)
  expect((await exported(admin, '?from=2020-01-01T00:00:00.000Z')).lines).toHaveLength(2)
  expect((await exported(admin, '?refused=true')).lines).toHaveLength(1)
})

test('a time that no calendar has is refused', async () => {
  const { admin } = await fixtures.vendor()
  for (const from of ['0000-01-01T00:00:00Z', `2026-01-01T00:00:00.${'1'.repeat(200)}Z`])
    expect((await exported(admin, `?from=${from}`)).statusCode).toBe(400)
})
