import { machineMessages as t } from '../messages/current.ts'
import type { Area } from '../navigation/paths.ts'
import { useCompanyMachine } from './useCompanyMachine.ts'

/** The name of the company's machine in the address; until it is loaded, the word for it. */
export const CompanyMachineName = ({ area, company, machine }: { area: Area; company: string; machine: string }) =>
  useCompanyMachine(area, company, machine).machine?.name ?? t.machine
