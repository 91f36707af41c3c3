import { useQuery } from '@tanstack/react-query'
import { companies } from '#contract/companies.ts'
import { CallError } from '../data/api.ts'
import { queryFor } from '../data/queries.ts'
import { companyMessages as t } from '../messages/current.ts'
import { isId } from '../navigation/isId.ts'
import type { Area } from '../navigation/paths.ts'

/** The company in the address, by the call of the user's area; undefined until it is loaded. */
export function useCompany(area: Area, id: string) {
  const isValid = isId(id)
  const query = { company: id, page: '0', size: '1' }
  const staff = useQuery({ ...queryFor(companies.listForStaff, { query }), enabled: isValid && area === 'staff' })
  const admin = useQuery({ ...queryFor(companies.list, { query }), enabled: isValid && area === 'admin' })
  const account = useQuery({ ...queryFor(companies.accounts, { query }), enabled: isValid && area === 'account' })
  const { error, refetch } = { staff, admin, account }[area]
  const rows = { staff: staff.data?.companies, admin: admin.data?.companies, account: account.data?.accounts }[area]
  const company = rows?.[0]
  const isMissing = !isValid || (rows !== undefined && !company)
  const notFound = isMissing && new CallError(404, { name: 'NotFoundError', message: t.missing })
  return { company, isMissing, error: notFound || error, refetch }
}
