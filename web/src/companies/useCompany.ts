import { useQuery } from '@tanstack/react-query'
import { companies } from '#contract/companies.ts'
import { CallFailed } from '../data/api.ts'
import { queryFor } from '../data/queries.ts'
import { isId } from '../navigation/isId.ts'
import type { Area } from '../navigation/paths.ts'
import { companyMessages as t } from './messages.ts'

const notThere = new CallFailed(404, { name: 'NotFoundError', message: t.missing })

/** The company in the address, as the reader's area sees it: undefined until it is known. */
export function useCompany(area: Area, id: string) {
  const there = isId(id)
  const query = { company: id, page: '0', size: '1' }
  const staff = useQuery({ ...queryFor(companies.listForStaff, { query }), enabled: there && area === 'staff' })
  const admin = useQuery({ ...queryFor(companies.list, { query }), enabled: there && area === 'admin' })
  const account = useQuery({ ...queryFor(companies.accounts, { query }), enabled: there && area === 'account' })
  const { error, refetch } = { staff, admin, account }[area]
  const rows = { staff: staff.data?.companies, admin: admin.data?.companies, account: account.data?.accounts }[area]
  const company = rows?.[0]
  const missing = !there || (rows !== undefined && !company)
  return { company, missing, error: missing ? notThere : error, refetch }
}
