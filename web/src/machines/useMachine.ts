import { machines } from '#contract/machines.ts'
import { CallFailed } from '../api.ts'
import { useData } from '../queries.ts'
import { machineMessages as t } from './messages.ts'

const missing = new CallFailed(404, { name: 'NotFoundError', message: t.missing })

/** The machine of the catalogue in the address: undefined until it is known. */
export function useMachine(id: string) {
  const { data, error, refetch } = useData(machines.list, { query: { machine: id, page: '0', size: '1' } })
  const machine = data?.machines[0]
  return { machine, error: data && !machine ? missing : error, refetch }
}
