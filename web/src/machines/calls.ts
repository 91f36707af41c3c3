import { files } from '#contract/files.ts'
import { machines } from '#contract/machines.ts'
import type { Area } from '#contract/paths.ts'

const accountCalls = { list: machines.listOfAccount, files: files.listOfAccount }
// the only response with both kinds of file
const adminCalls = { list: machines.listOfCompany, files: files.listForStaff }
const staffCalls = { list: machines.listForStaff, files: files.listForStaff }

export const companyMachineCalls = (area: Area) =>
  ({ account: accountCalls, admin: adminCalls, staff: staffCalls })[area]
