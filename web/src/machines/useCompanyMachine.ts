import type { Area } from '../paths.ts'
import { useData } from '../queries.ts'
import { companyMachineCalls } from './calls.ts'

/** The company's machine in the address, as the reader's area sees it: undefined until it is known. */
export function useCompanyMachine(area: Area, company: string, id: string) {
  const { data, error, refetch } = useData(companyMachineCalls(area).list, {
    params: { company },
    query: { machine: id, page: '0', size: '1' },
  })
  const rows = data && ('machines' in data ? data.machines : data.machinesDoccument)
  const machine = rows?.[0]
  return { machine, missing: rows !== undefined && !machine, error, refetch }
}
