import { machineFiles } from '#contract/files.ts'
import { askedOnce, useRouteQuery } from '../data/queries.ts'
import { machineMessages as t } from '../messages/current.ts'
import { formatNumber } from '../ui/text/format.ts'

const query = { page: '1', size: '1' } // for the total

/** How many general files are deleted with a machine of the catalogue. */
export function RemovedGeneralFiles({ machine }: { machine: string }) {
  const params = { machine }
  const { data } = useRouteQuery(machineFiles.listOfMachine, { params, query }, askedOnce)
  return <RemovedCount total={data?.total} />
}

/** How many private files are deleted with an assignment. */
export function RemovedPrivateFiles(params: { company: string; companyMachine: string }) {
  const { data } = useRouteQuery(machineFiles.listOfCompanyMachine, { params, query }, askedOnce)
  return <RemovedCount total={data?.total} />
}

const RemovedCount = ({ total }: { total: number | undefined }) =>
  total !== undefined && <p>{t.filesDeleted(formatNumber(total))}</p>
