import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

/** A company whose machine has a general and a private file,
 * and a neighbour that has the same model. */
async function twoCompanies() {
  const fixture = await fixtures.company()
  const { companyId: _, companyMachineId: __, member: ___, ...seller } = fixture
  const neighbour = await fixtures.company(seller)
  const { body: same } = await as(fixture.admin).call(routes.machines.assign, {
    params: { company: neighbour.companyId },
    body: { machine: fixture.machineId, serialNumber: 'S-2', dateOfPurchase: '2026-01-01' },
  })
  const own = { company: fixture.companyId, companyMachine: fixture.companyMachineId }
  const foreign = { company: neighbour.companyId, companyMachine: same._id }
  await put(fixture.admin, { machine: fixture.machineId }, 'kılavuz.pdf')
  const fileId = await fixtures.upload(fixture.admin, { name: 'sözleşme.pdf' })
  await as(fixture.admin).call(routes.files.addToCompanyMachine, {
    params: own,
    body: { file: fileId },
  })
  return { ...fixture, own, foreign, neighbour: neighbour.member, fileId }
}

async function put(admin: Person, params: { machine: string }, name: string) {
  const file = await fixtures.upload(admin, { name })
  return (await as(admin).call(routes.files.addToMachine, { params, body: { file } })).body
}

const names = (files: { fileName: string }[]) => files.map(({ fileName }) => fileName)

test('a member downloads the general files of their model and the private ones of their machine', async () => {
  const { member, staff, own } = await twoCompanies()
  const { body } = await as(member).call(routes.files.listOfAccount, { params: own })
  expect([names(body.machineFiles), names(body.customFiles)]).toEqual([
    ['kılavuz.pdf'],
    ['sözleşme.pdf'],
  ])
  const asStaff = await as(staff).call(routes.files.listForStaff, { params: own })
  expect([names(asStaff.body.machineFiles), names(asStaff.body.customFiles)]).toEqual([
    ['kılavuz.pdf'],
    ['sözleşme.pdf'],
  ])
})

// Security: 8.2.2
test('another company with the same model does not see private files', async () => {
  const { neighbour, foreign, own } = await twoCompanies()
  const { body } = await as(neighbour).call(routes.files.listOfAccount, { params: foreign })
  expect([names(body.machineFiles), names(body.customFiles)]).toEqual([['kılavuz.pdf'], []])
  expect((await as(neighbour).call(routes.files.listOfAccount, { params: own })).status).toBe(404)
  expect(
    (
      await as(neighbour).call(routes.files.listOfAccount, {
        params: { ...own, company: foreign.company },
      })
    ).status,
  ).toBe(404)
})

test('two machines of one model at one company keep their private files apart', async () => {
  const { admin, companyId, machineId, own } = await twoCompanies()
  const { body: second } = await as(admin).call(routes.machines.assign, {
    params: { company: companyId },
    body: { machine: machineId, serialNumber: 'S-3', dateOfPurchase: '2026-01-01' },
  })
  const { body } = await as(admin).call(routes.files.listOfCompanyMachine, {
    params: { ...own, companyMachine: second._id },
  })
  expect(body.customFiles).toEqual([])
})

test('a private file is deleted from its own machine only', async () => {
  const { admin, own, foreign, fileId } = await twoCompanies()
  const remove = (params: typeof own) =>
    as(admin).call(routes.files.removeFromCompanyMachine, { params: { ...params, file: fileId } })
  expect((await remove(foreign)).status).toBe(404)
  const removed = await remove(own)
  expect([removed.status, removed.body]).toEqual([200, { message: 'Silme başarılı.' }])
  expect((await remove(own)).status).toBe(404)
  expect(
    (await as(admin).call(routes.files.listOfCompanyMachine, { params: own })).body.customFiles,
  ).toEqual([])
})

test('a private file is not deleted as a general one, nor a general one as private', async () => {
  const { admin, machineId, own, fileId } = await twoCompanies()
  const { body } = await as(admin).call(routes.files.listOfMachine, {
    params: { machine: machineId },
  })
  const general = body.machineFiles[0]?._id as string
  expect(
    (
      await as(admin).call(routes.files.removeFromMachine, {
        params: { machine: machineId, file: fileId },
      })
    ).status,
  ).toBe(404)
  expect(
    (
      await as(admin).call(routes.files.removeFromCompanyMachine, {
        params: { ...own, file: general },
      })
    ).status,
  ).toBe(404)
})

test('a file that came with a message is not deleted through a machine', async () => {
  const { admin, member, companyId, companyMachineId, machineId, own } = await twoCompanies()
  const file = await fixtures.upload(member)
  const body = { title: 'Titriyor', machine: companyMachineId, message: 'Bakın', files: [file] }
  await as(member).call(routes.tickets.open, { params: { company: companyId }, body })
  expect(
    (await as(admin).call(routes.files.removeFromMachine, { params: { machine: machineId, file } }))
      .status,
  ).toBe(404)
  expect(
    (await as(admin).call(routes.files.removeFromCompanyMachine, { params: { ...own, file } }))
      .status,
  ).toBe(404)
})

test('removing a machine’s assignment deletes its private files and frees their bytes; the general ones stay', async () => {
  const { admin, own, machineId, fileId } = await twoCompanies()
  expect((await as(admin).call(routes.machines.unassign, { params: own })).status).toBe(200)
  const { rows } = await portal.owner.query('select from files where id = $1', [fileId])
  expect(rows).toEqual([])
  expect((await as(admin).call(routes.files.usage)).body.used).toBe(9)
  expect(
    names(
      (await as(admin).call(routes.files.listOfMachine, { params: { machine: machineId } })).body
        .machineFiles,
    ),
  ).toEqual(['kılavuz.pdf'])
})

test('deleting a machine from the catalogue deletes its general files and frees their bytes', async () => {
  const { admin } = await fixtures.vendor()
  const { body: machine } = await as(admin).call(routes.machines.create, {
    body: { name: 'Freze', sku: 'F-1' },
  })
  await put(admin, { machine: machine._id }, 'kılavuz.pdf')
  expect((await as(admin).call(routes.files.usage)).body.used).toBe(9)
  expect(
    (await as(admin).call(routes.machines.remove, { params: { machine: machine._id } })).status,
  ).toBe(200)
  expect((await as(admin).call(routes.files.usage)).body.used).toBe(0)
})

test('files are listed the newest first, by name as Turkish sorts, and found by a part of the name', async () => {
  const { admin, machineId } = await fixtures.company()
  const params = { machine: machineId }
  for (const name of ['çizim.pdf', 'İSTANBUL.pdf', 'cıvata.pdf', 'ıslak.pdf'])
    await put(admin, params, name)
  const listed = async (query: object) =>
    names((await as(admin).call(routes.files.listOfMachine, { params, query })).body.machineFiles)
  expect(await listed({})).toEqual(['ıslak.pdf', 'cıvata.pdf', 'İSTANBUL.pdf', 'çizim.pdf'])
  expect(await listed({ sort: 'fileName' })).toEqual([
    'cıvata.pdf',
    'çizim.pdf',
    'ıslak.pdf',
    'İSTANBUL.pdf',
  ])
  expect(await listed({ search: 'istanbul' })).toEqual(['İSTANBUL.pdf'])
})
