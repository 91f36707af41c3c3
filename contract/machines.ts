import * as z from 'zod/mini'
import { accountUser, admin, vendorTeam } from './actor.ts'
import { Done, day, id, instant, limits, line, text } from './fields.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'

/** A catalogue entry: a model. */
export const Machine = z.object({ _id: id, name: z.string(), sku: z.string(), description: z.string(), dateCreated: instant })
export type Machine = z.output<typeof Machine>

export const MachineDetails = z.object({
  name: line(limits.name),
  sku: line(limits.sku),
  description: z._default(text(limits.description, 0), ''),
})
export type MachineDetails = z.output<typeof MachineDetails>

/** One physical machine at one company. */
export const CompanyMachine = z.object({
  _id: id,
  machine: z.object({ _id: id, name: z.string(), description: z.string() }),
  name: z.string(),
  serialNumber: z.string(),
  dateOfPurchase: z.iso.date(),
  dateOfWarrantyEnd: z.iso.date(),
  notes: z.string(),
  dateCreated: instant,
})
export type CompanyMachine = z.output<typeof CompanyMachine>

const companyMachineDetails = {
  serialNumber: line(limits.sku),
  dateOfPurchase: day,
  /** one year after the purchase when left out */
  dateOfWarrantyEnd: z.optional(z.nullable(day)),
  notes: z._default(text(limits.notes, 0), ''),
}
const warrantyAfterPurchase = z.refine<{ dateOfPurchase: string; dateOfWarrantyEnd?: string | null | undefined }>(
  ({ dateOfPurchase, dateOfWarrantyEnd }) => !dateOfWarrantyEnd || dateOfWarrantyEnd >= dateOfPurchase,
  { error: 'warrantyBeforePurchase', path: ['dateOfWarrantyEnd'] },
)

export const CompanyMachineDetails = z.object(companyMachineDetails).check(warrantyAfterPurchase)
export type CompanyMachineDetails = z.output<typeof CompanyMachineDetails>

export const NewCompanyMachine = z.object({ machine: id, ...companyMachineDetails }).check(warrantyAfterPurchase)
export type NewCompanyMachine = z.output<typeof NewCompanyMachine>

const MachineList = listQuery(['name', 'sku', 'dateCreated'], { machine: z.optional(id) })
const CompanyMachineList = listQuery(['name', 'serialNumber', 'dateOfPurchase', 'dateOfWarrantyEnd', 'dateCreated'], {
  machine: z.optional(id),
})

export const machines = {
  list: get('/admin/machine', { allow: admin, about: 'The catalogue', query: MachineList, returns: listOf('machines', Machine) }),
  create: post('/admin/machine', {
    allow: admin,
    about: 'Add a machine to the catalogue',
    body: MachineDetails,
    returns: Machine,
    creates: true,
  }),
  update: post('/admin/machine/:machine', {
    allow: admin,
    about: 'Change a machine of the catalogue',
    body: MachineDetails,
    returns: Done,
  }),
  remove: del('/admin/machine/:machine', { allow: admin, about: 'Delete a machine that is assigned to nobody', returns: Done }),
  listOfCompany: get('/admin/company/:company/machine', {
    allow: admin,
    about: "A company's machines",
    query: CompanyMachineList,
    returns: listOf('machines', CompanyMachine),
  }),
  assign: post('/admin/company/:company/machine', {
    allow: admin,
    about: 'Assign a machine to a company',
    body: NewCompanyMachine,
    returns: CompanyMachine,
    creates: true,
  }),
  updateOfCompany: post('/admin/company/:company/machine/:companyMachine', {
    allow: admin,
    about: "Change a company's machine; its model stays",
    body: CompanyMachineDetails,
    returns: Done,
  }),
  unassign: del('/admin/company/:company/machine/:companyMachine', { allow: admin, about: "Remove a company's machine", returns: Done }),
  listForStaff: get('/staff/company/:company/machine', {
    allow: vendorTeam,
    about: "A company's machines",
    query: CompanyMachineList,
    returns: listOf('machinesDoccument', CompanyMachine),
  }),
  listOfAccount: get('/account/:company/machine', {
    allow: accountUser,
    about: "An account's machines",
    query: CompanyMachineList,
    returns: listOf('machines', CompanyMachine),
  }),
}
