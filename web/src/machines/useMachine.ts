import { machines } from '#contract/machines.ts'
import { useAddressedRow } from '../navigation/useAddressedRow.ts'

/** The machine of the catalogue in the address. */
export const useMachine = (id: string) =>
  useAddressedRow(id, machines.list, { query: { machine: id, page: '0', size: '1' } })
