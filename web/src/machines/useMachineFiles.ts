import type { Area } from '#contract/paths.ts'
import { isId } from '../browser/isId.ts'
import { useRouteQuery } from '../data/queries.ts'
import { refetchWhileChecking } from '../files/refetchWhileChecking.ts'
import { companyMachineCalls } from './calls.ts'

/** The general and the private files of a company's machine; none before one is chosen. */
export const useMachineFiles = (area: Area, company: string, machine: string) =>
  useRouteQuery(
    companyMachineCalls(area).files,
    { params: { company, companyMachine: machine } },
    {
      enabled: isId(machine),
      refetchInterval: ({ state: { data } }) =>
        refetchWhileChecking(data && [...data.machineFiles, ...data.customFiles]),
    },
  )
