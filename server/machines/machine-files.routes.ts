import type { Actor } from '#contract/actor.ts'
import { machineFiles } from '#contract/files.ts'
import type { Db } from '#platform/database/database.ts'
import { serve } from '#platform/http/http.ts'
import { requireCompany } from '../companies/companies.ts'
import type { LinkContext } from '../files/links.ts'
import { requireCompanyMachine } from './company-machines.ts'
import { addFile, type FileOwner, listFiles, removeFileOf } from './machine-files.ts'
import { requireMachine } from './machines.ts'

export default serve('files', machineFiles, {
  listOfMachine: async ({ db, params, query, platform, domain }) => {
    const { rows, ...total } = await listFiles(db, { platform, domain }, await machineOwner(db, params.machine), query)
    return { machineFiles: rows, ...total }
  },
  addToMachine: async ({ db, actor, params, body, platform, domain }) =>
    addFile(db, actor, { platform, domain }, await machineOwner(db, params.machine), body.file),
  removeFromMachine: async ({ db, params, t, auditSubject }) => {
    auditSubject(await removeFileOf(db, await machineOwner(db, params.machine), params.file))
    return { message: t.deleted }
  },
  listOfCompanyMachine: async ({ db, actor, params, query, platform, domain }) => {
    const { rows, ...total } = await listFiles(db, { platform, domain }, await companyMachineOwner(db, actor, params), query)
    return { customFiles: rows, ...total }
  },
  addToCompanyMachine: async ({ db, actor, params, body, platform, domain }) =>
    addFile(db, actor, { platform, domain }, await companyMachineOwner(db, actor, params), body.file),
  removeFromCompanyMachine: async ({ db, actor, params, t, auditSubject }) => {
    auditSubject(await removeFileOf(db, await companyMachineOwner(db, actor, params), params.file))
    return { message: t.deleted }
  },
  listForStaff: async ({ db, actor, params, platform, domain }) => listBothKinds(db, actor, params, 'team', { platform, domain }),
  listOfAccount: async ({ db, actor, params, platform, domain }) => listBothKinds(db, actor, params, 'account', { platform, domain }),
})

type CompanyMachineParams = { company: string; companyMachine: string }

async function machineOwner(db: Db, machine: string): Promise<FileOwner> {
  await requireMachine(db, machine)
  return { of: 'machine', id: machine }
}

async function companyMachineOwner(db: Db, actor: Actor, { company, companyMachine }: CompanyMachineParams): Promise<FileOwner> {
  await requireCompany(db, actor, company, 'team')
  await requireCompanyMachine(db, company, companyMachine)
  return { of: 'companyMachine', id: companyMachine }
}

async function listBothKinds(
  db: Db,
  actor: Actor,
  { company, companyMachine }: CompanyMachineParams,
  as: 'team' | 'account',
  links: LinkContext,
) {
  await requireCompany(db, actor, company, as)
  const { machineId } = await requireCompanyMachine(db, company, companyMachine)
  const general = await listFiles(db, links, { of: 'machine', id: machineId })
  const own = await listFiles(db, links, { of: 'companyMachine', id: companyMachine })
  return { machineFiles: general.rows, customFiles: own.rows }
}
