import { companies } from '#contract/companies.ts'
import { serve } from '#platform/http/http.ts'
import { createCompany, listAccounts, listCompanies, removeCompany, updateCompany } from './companies.ts'

export default serve('companies', companies, {
  list: ({ db, query }) => listCompanies(db, query),
  create: ({ db, body }) => createCompany(db, body),
  update: async ({ db, params, body, say }) => {
    await updateCompany(db, params.company, body)
    return { message: say.updated }
  },
  remove: async ({ db, params, say }) => {
    await removeCompany(db, params.company)
    return { message: say.deleted }
  },
  listForStaff: ({ db, query }) => listCompanies(db, query),
  accounts: ({ db, actor, query }) => listAccounts(db, actor, query),
})
