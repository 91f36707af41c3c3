import { useQuery } from '@tanstack/react-query'
import { queryFor } from '../data/queries.ts'
import { isId } from '../navigation/isId.ts'
import type { Area } from '../navigation/paths.ts'
import { companyMachineCalls } from './calls.ts'

/** The company's machine in the address, by the call of the user's area; undefined until it is loaded. */
export function useCompanyMachine(area: Area, company: string, id: string) {
  const { data, error, refetch } = useQuery({
    ...queryFor(companyMachineCalls(area).list, { params: { company }, query: { machine: id, page: '0', size: '1' } }),
    enabled: isId(id),
  })
  const rows = data && ('machines' in data ? data.machines : data.machinesDoccument)
  const machine = rows?.[0]
  return { machine, isMissing: !isId(id) || (rows !== undefined && !machine), error, refetch }
}
