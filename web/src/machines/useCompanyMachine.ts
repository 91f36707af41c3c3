import type { Area } from '#contract/paths.ts'
import { useAddressedRow } from '../navigation/useAddressedRow.ts'
import { companyMachineCalls } from './calls.ts'

export const useCompanyMachine = (area: Area, company: string, id: string) =>
  useAddressedRow(id, companyMachineCalls(area).list, {
    params: { company },
    query: { machine: id, page: '0', size: '1' },
  })
