import { machines } from '#contract/machines.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { atCompany } from '../companies/companies.ts'
import {
  assignMachine,
  listCompanyMachines,
  unassignMachine,
  updateCompanyMachine,
} from './company-machines.ts'
import { createMachine, listMachines, removeMachine, updateMachine } from './machines.ts'

export default registerRoutes<typeof machines>('machines', machines, {
  list: ({ db, query }) => listMachines(db, query),
  catalogue: ({ db, query }) => listMachines(db, query),
  create: ({ db, body }) => createMachine(db, body),
  update: async ({ db, params, body, t, auditChanges }) => {
    auditChanges(await updateMachine(db, params.machine, body))
    return { message: t.updated }
  },
  remove: ({ db, params, t }) => withMessage(t.deleted, removeMachine(db, params.machine)),
  listOfCompany: atCompany('team', ({ db, params, query }) =>
    listCompanyMachines(db, params.company, query),
  ),
  assign: atCompany('team', ({ db, params, body }) => assignMachine(db, params.company, body)),
  updateOfCompany: atCompany('team', async ({ db, params, body, t, auditChanges }) => {
    auditChanges(await updateCompanyMachine(db, params.company, params.companyMachine, body))
    return { message: t.updated }
  }),
  unassign: atCompany('team', ({ db, params, t }) =>
    withMessage(t.deleted, unassignMachine(db, params.company, params.companyMachine)),
  ),
  listForStaff: atCompany('team', async ({ db, params, query }) => {
    const { machines, ...total } = await listCompanyMachines(db, params.company, query)
    return { machinesDoccument: machines, ...total }
  }),
  listOfAccount: atCompany('account', ({ db, params, query }) =>
    listCompanyMachines(db, params.company, query),
  ),
})
