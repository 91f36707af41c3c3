import { files } from '#contract/files.ts'
import { machines } from '#contract/machines.ts'
import type { Area } from '../navigation/paths.ts'

const ofAccount = { list: machines.listOfAccount, files: files.listOfAccount }
const ofAdmin = { list: machines.listOfCompany, files: files.listForStaff } // the one answer with both kinds of file
const ofStaff = { list: machines.listForStaff, files: files.listForStaff }

/** A company's machines and their files, as each area asks for them. */
export const companyMachineCalls = (area: Area) => ({ account: ofAccount, admin: ofAdmin, staff: ofStaff })[area]
