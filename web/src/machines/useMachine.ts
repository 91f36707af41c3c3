import { useQuery } from '@tanstack/react-query'
import { machines } from '#contract/machines.ts'
import { queryFor } from '../data/queries.ts'
import { isId } from '../navigation/isId.ts'

/** The machine of the catalogue in the address; undefined until it is loaded. */
export function useMachine(id: string) {
  const { data, error, refetch } = useQuery({
    ...queryFor(machines.list, { query: { machine: id, page: '0', size: '1' } }),
    enabled: isId(id),
  })
  const machine = data?.machines[0]
  return { machine, isMissing: !isId(id) || (data !== undefined && !machine), error, refetch }
}
