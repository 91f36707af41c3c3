import { machines } from '#contract/machines.ts'
import { serve } from '#platform/http/http.ts'
import { requireCompany } from '../companies/companies.ts'
import { assignMachine, listCompanyMachines, unassignMachine, updateCompanyMachine } from './company-machines.ts'
import { createMachine, listMachines, removeMachine, updateMachine } from './machines.ts'

export default serve('machines', machines, {
  list: ({ db, query }) => listMachines(db, query),
  create: ({ db, body }) => createMachine(db, body),
  update: async ({ db, params, body, t }) => {
    await updateMachine(db, params.machine, body)
    return { message: t.updated }
  },
  remove: async ({ db, params, t }) => {
    await removeMachine(db, params.machine)
    return { message: t.deleted }
  },
  listOfCompany: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'team')
    return listCompanyMachines(db, params.company, query)
  },
  assign: async ({ db, actor, params, body }) => {
    await requireCompany(db, actor, params.company, 'team')
    return assignMachine(db, params.company, body)
  },
  updateOfCompany: async ({ db, actor, params, body, t }) => {
    await requireCompany(db, actor, params.company, 'team')
    await updateCompanyMachine(db, params.company, params.companyMachine, body)
    return { message: t.updated }
  },
  unassign: async ({ db, actor, params, t }) => {
    await requireCompany(db, actor, params.company, 'team')
    await unassignMachine(db, params.company, params.companyMachine)
    return { message: t.deleted }
  },
  listForStaff: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'team')
    const { machines, ...total } = await listCompanyMachines(db, params.company, query)
    return { machinesDoccument: machines, ...total }
  },
  listOfAccount: async ({ db, actor, params, query }) => {
    await requireCompany(db, actor, params.company, 'account')
    return listCompanyMachines(db, params.company, query)
  },
})
