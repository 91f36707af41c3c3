import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { MachineDetails } from '#contract/machines.ts'
import { routes } from '#contract/routes.ts'
import { fold } from '#contract/text/turkish.ts'
import { readCsv } from '#testing/csv.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

// A catalogue and files as vendors have them are returned unchanged.

const manuals = join(import.meta.dirname, '../demo/content/files')
const machines = readCsv(
  readFileSync(join(import.meta.dirname, '../testing/samples/catalogue.csv'), 'utf8'),
).map(
  ({ name = '', sku = '', category_tr, description_tr, description_en }): MachineDetails => ({
    name,
    sku,
    description: [category_tr, description_tr, description_en].join('\n'),
  }),
)
const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

let admin: Person
beforeAll(async () => {
  admin = (await fixtures.vendor()).admin
  await runEightAtOnce(machines, async machine => {
    const { status, body } = await as(admin).call(routes.machines.create, { body: machine })
    expect([status, body]).toEqual([
      200,
      { ...machine, _id: body._id, dateCreated: body.dateCreated },
    ])
  })
})

test('the machines of a catalogue come back through the pages as they went in', async () => {
  expect(sorted(await readAllPages())).toEqual(sorted(machines))
})

test('each Turkish machine is found by its name in any case, and in ASCII', async () => {
  const named = machines.filter(({ name }) => /[çğıöşüİ]/i.test(name))
  expect(named.length).toBeGreaterThan(30)
  await runEightAtOnce(named, async ({ name, sku }) => {
    for (const search of [
      name,
      name.toLocaleUpperCase('tr'),
      name.toLocaleLowerCase('tr'),
      name.toUpperCase(),
      fold(name),
    ]) {
      const { body } = await as(admin).call(routes.machines.list, {
        query: { search, size: '100' },
      })
      expect([search, body.machines.map(machine => machine.sku)]).toEqual([
        search,
        expect.arrayContaining([sku]),
      ])
    }
  })
})

test('the machines are in Turkish order', async () => {
  const names = (await readAllPages()).map(({ name }) => name)
  expect(names).toEqual([...names].sort(new Intl.Collator('tr', { numeric: true }).compare))
})

test('manuals and photographs come back byte for byte, to the customer whose machine they are for', async () => {
  const { admin, member, companyId, companyMachineId, machineId } = await fixtures.company()
  const files = readdirSync(manuals).sort()
  expect(files.map(name => extname(name))).toEqual(expect.arrayContaining(['.pdf', '.png']))
  for (const [i, name] of files.entries()) {
    const file = await upload(admin, name)
    const added =
      i % 2 === 0
        ? await as(admin).call(routes.files.addToMachine, {
            params: { machine: machineId },
            body: { file, tags: ['machine'] },
          })
        : await as(admin).call(routes.files.addToCompanyMachine, {
            params: { company: companyId, companyMachine: companyMachineId },
            body: { file },
          })
    expect([added.status, added.body.fileName]).toEqual([200, name])
  }
  const { body } = await as(member).call(routes.files.listOfAccount, {
    params: { company: companyId, companyMachine: companyMachineId },
  })
  expect([body.machineFiles.length, body.customFiles.length]).toEqual([
    Math.ceil(files.length / 2),
    Math.floor(files.length / 2),
  ])
  for (const { fileName, signedURL } of [...body.machineFiles, ...body.customFiles]) {
    const reply = await fetch(`http://127.0.0.1:${portal.port}${pathAndQuery(signedURL)}`)
    expect([fileName, reply.headers.get('content-disposition')]).toEqual([
      fileName,
      expect.stringContaining(`; filename*=UTF-8''${encodeURIComponent(fileName)}`),
    ])
    expect([fileName, sha256(Buffer.from(await reply.arrayBuffer()))]).toEqual([
      fileName,
      sha256(readFileSync(join(manuals, fileName))),
    ])
  }
})

const types: Record<string, string> = { '.pdf': 'application/pdf', '.png': 'image/png' }
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function upload(person: Person, fileName: string) {
  const bytes = readFileSync(join(manuals, fileName))
  const fileType = types[extname(fileName)] as string
  const { body: slot } = await as(person).call(routes.files.request, {
    body: { fileName, fileSize: bytes.length, fileType },
  })
  const put = await fetch(`http://127.0.0.1:${portal.port}${pathAndQuery(slot.url)}`, {
    method: 'PUT',
    headers: { 'content-type': fileType },
    body: bytes,
  })
  expect(put.status).toBe(200)
  expect((await as(person).call(routes.files.confirm, { params: { file: slot.id } })).status).toBe(
    200,
  )
  return slot.id
}

/** Reads the whole catalogue by name in pages of 100. */
async function readAllPages() {
  const read: MachineDetails[] = []
  for (let page = 0; ; page++) {
    const { body } = await as(admin).call(routes.machines.list, {
      query: { page: String(page), size: '100', sort: 'name' },
    })
    read.push(...body.machines.map(({ name, sku, description }) => ({ name, sku, description })))
    if (read.length >= (body.total ?? 0)) return read
  }
}

const sorted = (all: MachineDetails[]) =>
  all.map(({ name, sku, description }) => `${sku}\t${name}\t${description}`).sort()

async function runEightAtOnce<T>(all: T[], work: (item: T) => Promise<unknown>) {
  const queue = [...all]
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}
