import { companies } from '#contract/companies.ts'
import { serve } from '#platform/http/http.ts'
import { createCompany, listAccounts, listCompanies, removeCompany, updateCompany } from './companies.ts'

export default serve('companies', companies, {
  list: ({ db, query }) => listCompanies(db, query),
  create: ({ db, body }) => createCompany(db, body),
  update: async ({ db, params, body, t }) => {
    await updateCompany(db, params.company, body)
    return { message: t.updated }
  },
  remove: async ({ db, params, t }) => {
    await removeCompany(db, params.company)
    return { message: t.deleted }
  },
  listForStaff: ({ db, query }) => listCompanies(db, query),
  accounts: ({ db, actor, query }) => listAccounts(db, actor, query),
})
