import { machineMessages as t } from '../messages/current.ts'
import { useMachine } from './useMachine.ts'

/** The name of the catalogue's machine in the address; until it is loaded, the word for it. */
export const MachineName = ({ machine }: { machine: string }) => useMachine(machine).machine?.name ?? t.machine
