import * as z from 'zod/mini'
import { accountUser, admin, vendorTeam } from './actor.ts'
import { Done, day, id, instant, line, somethingToChange, text } from './fields.ts'
import { limits } from './limits.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'

export const Machine = z.object({
  _id: id,
  name: z.string(),
  sku: z.string(),
  description: z.string(),
  dateCreated: instant,
})
export type Machine = z.output<typeof Machine>

const machineDetails = {
  name: line(limits.name),
  sku: line(limits.sku),
  description: text(limits.description, 0),
}
export const MachineDetails = z.object({
  ...machineDetails,
  description: z._default(machineDetails.description, ''),
})
export type MachineDetails = z.output<typeof MachineDetails>
/** Omitted fields keep their value. */
export const MachineChange = z.partial(z.object(machineDetails)).check(somethingToChange)
export type MachineChange = z.output<typeof MachineChange>

export const CompanyMachine = z.object({
  _id: id,
  machine: z.object({ _id: id, name: z.string(), description: z.string() }),
  name: z.string(),
  serialNumber: z.string(),
  dateOfPurchase: z.iso.date(),
  /** null: no warranty */
  dateOfWarrantyEnd: z.nullable(z.iso.date()),
  notes: z.string(),
  dateCreated: instant,
})
export type CompanyMachine = z.output<typeof CompanyMachine>

const companyMachineDetails = {
  serialNumber: line(limits.serialNumber),
  dateOfPurchase: day,
  /** null: no warranty; omitted for a new machine: one year after the purchase */
  dateOfWarrantyEnd: z.optional(z.nullable(day)),
  notes: text(limits.notes, 0),
}
type Dates = { dateOfPurchase?: string | undefined; dateOfWarrantyEnd?: string | null | undefined }
/** Compares days as `YYYY-MM-DD`; false where one of them is missing. */
export const warrantyBeforePurchase = ({ dateOfPurchase, dateOfWarrantyEnd }: Dates) =>
  Boolean(dateOfPurchase && dateOfWarrantyEnd && dateOfWarrantyEnd < dateOfPurchase)
const warrantyAfterPurchase = z.refine<Dates>(dates => !warrantyBeforePurchase(dates), {
  error: 'warrantyBeforePurchase',
  path: ['dateOfWarrantyEnd'],
})

export const CompanyMachineChange = z
  .partial(z.object(companyMachineDetails))
  .check(somethingToChange, warrantyAfterPurchase)
export type CompanyMachineChange = z.output<typeof CompanyMachineChange>

// not in a change, where it would erase what is omitted
const notes = z._default(companyMachineDetails.notes, '')
export const CompanyMachineDetails = z
  .object({ ...companyMachineDetails, notes })
  .check(warrantyAfterPurchase)
export const NewCompanyMachine = z
  .object({ machine: id, ...companyMachineDetails, notes })
  .check(warrantyAfterPurchase)
export type NewCompanyMachine = z.output<typeof NewCompanyMachine>

const MachineList = listQuery(['name', 'sku', 'dateCreated'], { machine: z.optional(id) })
export type MachineQuery = z.output<typeof MachineList>
const CompanyMachineList = listQuery(
  ['name', 'serialNumber', 'dateOfPurchase', 'dateOfWarrantyEnd', 'dateCreated'],
  {
    machine: z.optional(id),
  },
)
export type CompanyMachineQuery = z.output<typeof CompanyMachineList>

export const machines = {
  list: get('/admin/machine', {
    allow: admin,
    about: 'The catalogue',
    query: MachineList,
    returns: listOf('machines', Machine),
  }),
  catalogue: get('/staff/machine', {
    allow: vendorTeam,
    about: 'The catalogue',
    query: MachineList,
    returns: listOf('machines', Machine),
  }),
  create: post('/admin/machine', {
    allow: admin,
    changes: 'team',
    about: 'Add a machine to the catalogue',
    body: MachineDetails,
    returns: Machine,
    creates: true,
  }),
  update: post('/admin/machine/:machine', {
    allow: admin,
    changes: 'customers',
    about: 'Change a machine of the catalogue',
    body: MachineChange,
    returns: Done,
  }),
  remove: del('/admin/machine/:machine', {
    allow: admin,
    changes: 'team',
    about: 'Delete a machine that is assigned to no company',
    returns: Done,
  }),
  listOfCompany: get('/admin/company/:company/machine', {
    allow: admin,
    about: "A company's machines",
    query: CompanyMachineList,
    returns: listOf('machines', CompanyMachine),
  }),
  assign: post('/admin/company/:company/machine', {
    allow: admin,
    changes: 'customers',
    about: 'Assign a machine to a company',
    body: NewCompanyMachine,
    returns: CompanyMachine,
    creates: true,
  }),
  updateOfCompany: post('/admin/company/:company/machine/:companyMachine', {
    allow: admin,
    changes: 'customers',
    about: "Change a company's machine; its model stays",
    body: CompanyMachineChange,
    returns: Done,
  }),
  unassign: del('/admin/company/:company/machine/:companyMachine', {
    allow: admin,
    changes: 'customers',
    about: "Remove a company's machine",
    returns: Done,
  }),
  listForStaff: get('/staff/company/:company/machine', {
    allow: vendorTeam,
    about: "A company's machines",
    query: CompanyMachineList,
    returns: listOf('machinesDoccument', CompanyMachine), // clients read this name
  }),
  listOfAccount: get('/account/:company/machine', {
    allow: accountUser,
    about: "An account's machines",
    query: CompanyMachineList,
    returns: listOf('machines', CompanyMachine),
  }),
}
