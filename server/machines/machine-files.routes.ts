import { machineFiles } from '#contract/files.ts'
import type { Db } from '#platform/database/database.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { atCompany } from '../companies/companies.ts'
import type { LinkContext, LinkServices } from '../files/links.ts'
import { requireCompanyMachine } from './company-machines.ts'
import { addFile, type FileOwner, listFiles, removeFileOf } from './machine-files.ts'
import { requireMachine } from './machines.ts'

export default registerRoutes<typeof machineFiles, LinkServices>('files', machineFiles, {
  listOfMachine: async call => {
    const { rows, ...total } = await listFiles(
      call,
      await machineOwner(call.db, call.params.machine),
      call.query,
    )
    return { machineFiles: rows, ...total }
  },
  addToMachine: async call =>
    addFile(call, await machineOwner(call.db, call.params.machine), call.body.file),
  removeFromMachine: async ({ db, params, t, auditSubject }) => {
    auditSubject(await removeFileOf(db, await machineOwner(db, params.machine), params.file))
    return { message: t.deleted }
  },
  listOfCompanyMachine: atCompany('team', async call => {
    const { rows, ...total } = await listFiles(call, await companyMachineOwner(call), call.query)
    return { customFiles: rows, ...total }
  }),
  addToCompanyMachine: atCompany('team', async call =>
    addFile(call, await companyMachineOwner(call), call.body.file),
  ),
  removeFromCompanyMachine: atCompany('team', async call => {
    call.auditSubject(
      await removeFileOf(call.db, await companyMachineOwner(call), call.params.file),
    )
    return { message: call.t.deleted }
  }),
  listForStaff: atCompany('team', call => listBothKinds(call)),
  listOfAccount: atCompany('account', call => listBothKinds(call)),
})

type MachineCall = LinkContext & { db: Db; params: { company: string; companyMachine: string } }

async function machineOwner(db: Db, machine: string): Promise<FileOwner> {
  await requireMachine(db, machine)
  return { of: 'machine', id: machine }
}

async function companyMachineOwner({ db, params }: MachineCall): Promise<FileOwner> {
  await requireCompanyMachine(db, params.company, params.companyMachine)
  return { of: 'companyMachine', id: params.companyMachine }
}

async function listBothKinds(call: MachineCall) {
  const { company, companyMachine } = call.params
  const { machineId } = await requireCompanyMachine(call.db, company, companyMachine)
  const general = await listFiles(call, { of: 'machine', id: machineId })
  const own = await listFiles(call, { of: 'companyMachine', id: companyMachine })
  return { machineFiles: general.rows, customFiles: own.rows }
}
