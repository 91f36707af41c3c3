import type { Area } from '../navigation/paths.ts'
import { useAddressedRow } from '../navigation/useAddressedRow.ts'
import { companyMachineCalls } from './calls.ts'

/** The company's machine in the address, by the call of the user's area. */
export const useCompanyMachine = (area: Area, company: string, id: string) =>
  useAddressedRow(id, companyMachineCalls(area).list, { params: { company }, query: { machine: id, page: '0', size: '1' } })
