import { companies } from '#contract/companies.ts'
import type { Area } from '#contract/paths.ts'
import { useAddressedRow } from '../navigation/useAddressedRow.ts'

const listRoutes = {
  admin: companies.list,
  staff: companies.listForStaff,
  account: companies.accounts,
}

/** The company in the address, by the call of the user's area. */
export const useCompany = (area: Area, id: string) =>
  useAddressedRow(id, listRoutes[area], { query: { company: id, page: '0', size: '1' } })
