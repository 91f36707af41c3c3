import type { Actor } from '#contract/actor.ts'
import { machineFiles } from '#contract/files.ts'
import type { Db } from '#platform/database/database.ts'
import { serve } from '#platform/http/http.ts'
import { requireCompany } from '../companies/companies.ts'
import type { Origin } from '../files/links.ts'
import { requireCompanyMachine } from './company-machines.ts'
import { addFile, listFiles, type Shelf, takeFileAway } from './machine-files.ts'
import { requireMachine } from './machines.ts'

export default serve('files', machineFiles, {
  listOfMachine: async ({ db, params, query, platform, domain }) => {
    const { rows, ...total } = await listFiles(db, { platform, domain }, await generalShelf(db, params.machine), query)
    return { machineFiles: rows, ...total }
  },
  addToMachine: async ({ db, actor, params, body, platform, domain }) =>
    addFile(db, actor, { platform, domain }, await generalShelf(db, params.machine), body.file),
  removeFromMachine: async ({ db, params, say, named }) => {
    named(await takeFileAway(db, await generalShelf(db, params.machine), params.file))
    return { message: say.deleted }
  },
  listOfCompanyMachine: async ({ db, actor, params, query, platform, domain }) => {
    const { rows, ...total } = await listFiles(db, { platform, domain }, await privateShelf(db, actor, params), query)
    return { customFiles: rows, ...total }
  },
  addToCompanyMachine: async ({ db, actor, params, body, platform, domain }) =>
    addFile(db, actor, { platform, domain }, await privateShelf(db, actor, params), body.file),
  removeFromCompanyMachine: async ({ db, actor, params, say, named }) => {
    named(await takeFileAway(db, await privateShelf(db, actor, params), params.file))
    return { message: say.deleted }
  },
  listForStaff: async ({ db, actor, params, platform, domain }) => bothShelves(db, actor, params, 'team', { platform, domain }),
  listOfAccount: async ({ db, actor, params, platform, domain }) => bothShelves(db, actor, params, 'account', { platform, domain }),
})

type Place = { company: string; companyMachine: string }

async function generalShelf(db: Db, machine: string): Promise<Shelf> {
  await requireMachine(db, machine)
  return { of: 'machine', id: machine }
}

async function privateShelf(db: Db, actor: Actor, { company, companyMachine }: Place): Promise<Shelf> {
  await requireCompany(db, actor, company, 'team')
  await requireCompanyMachine(db, company, companyMachine)
  return { of: 'companyMachine', id: companyMachine }
}

async function bothShelves(db: Db, actor: Actor, { company, companyMachine }: Place, as: 'team' | 'account', origin: Origin) {
  await requireCompany(db, actor, company, as)
  const { machineId } = await requireCompanyMachine(db, company, companyMachine)
  const general = await listFiles(db, origin, { of: 'machine', id: machineId })
  const own = await listFiles(db, origin, { of: 'companyMachine', id: companyMachine })
  return { machineFiles: general.rows, customFiles: own.rows }
}
