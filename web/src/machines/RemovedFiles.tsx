import { machineFiles } from '#contract/files.ts'
import { askedOnce, useRouteQuery } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { formatNumber } from '../ui/text/format.ts'

const query = { page: '1', size: '1' } // for the total

/** How many general files are deleted with a machine of the catalogue. */
export function RemovedGeneralFiles({ machine }: { machine: string }) {
  const params = { machine }
  return count(useRouteQuery(machineFiles.listOfMachine, { params, query }, askedOnce).data)
}

/** How many private files are deleted with an assignment. */
export function RemovedPrivateFiles(params: { company: string; companyMachine: string }) {
  return count(useRouteQuery(machineFiles.listOfCompanyMachine, { params, query }, askedOnce).data)
}

const count = (files: { total?: number | undefined } | undefined) =>
  files?.total !== undefined && <p>{t.filesDeleted(formatNumber(files.total))}</p>
