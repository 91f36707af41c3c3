import { machines } from '#contract/machines.ts'
import { useData } from '../queries.ts'

/** The machine of the catalogue in the address: undefined until it is known. */
export function useMachine(id: string) {
  const { data, error, refetch } = useData(machines.list, { query: { machine: id, page: '0', size: '1' } })
  const machine = data?.machines[0]
  return { machine, missing: data !== undefined && !machine, error, refetch }
}
