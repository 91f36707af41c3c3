import { companies } from '#contract/companies.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import {
  countContents,
  createCompany,
  listAccounts,
  listCompanies,
  removeCompany,
  updateCompany,
} from './companies.ts'

export default registerRoutes('companies', companies, {
  list: ({ db, query }) => listCompanies(db, query),
  create: ({ db, body }) => createCompany(db, body),
  update: async ({ db, params, body, t, auditChanges }) => {
    auditChanges(await updateCompany(db, params.company, body))
    return { message: t.updated }
  },
  remove: ({ db, params, t }) => withMessage(t.deleted, removeCompany(db, params.company)),
  contents: ({ db, params }) => countContents(db, params.company),
  listForStaff: ({ db, query }) => listCompanies(db, query),
  accounts: ({ db, actor, query }) => listAccounts(db, actor, query),
})
