import * as z from 'zod/mini'
import { accountUser, admin, vendorTeam } from './actor.ts'
import { Done, day, id, instant, line, somethingToChange } from './fields.ts'
import { limits } from './limits.ts'
import { listOf, listQuery } from './paging.ts'
import { del, get, post } from './route.ts'

export const Company = z.object({
  _id: id,
  name: z.string(),
  dateAdded: instant,
  dateSupportEnd: z.nullable(z.iso.date()),
  machines: z.array(id),
})
export type Company = z.output<typeof Company>

/** What is hidden with a company that is deleted. */
export const CompanyContents = z.object({
  machines: z.int(),
  /** of its machines */
  privateFiles: z.int(),
  tickets: z.int(),
  users: z.int(),
})
export type CompanyContents = z.output<typeof CompanyContents>

export const CompanyDetails = z.object({
  name: line(limits.name),
  dateSupportEnd: z.optional(z.nullable(day)),
})
export type CompanyDetails = z.output<typeof CompanyDetails>
/** Omitted fields keep their value, so that two users can change different fields at once. */
export const CompanyChange = z.partial(CompanyDetails).check(somethingToChange)
export type CompanyChange = z.output<typeof CompanyChange>

export const Account = z.object({
  _id: id,
  name: z.string(),
  startDate: instant,
  dateSupportEnd: z.nullable(z.iso.date()),
  department: z.string(),
  position: z.string(),
})
export type Account = z.output<typeof Account>

const CompanyList = listQuery(['name', 'dateAdded', 'dateCreated', 'dateSupportEnd', 'machines'], {
  company: z.optional(id),
})
export type CompanyQuery = z.output<typeof CompanyList>
const AccountList = listQuery(
  ['name', 'startDate', 'dateCreated', 'dateSupportEnd', 'department', 'position'],
  { company: z.optional(id) },
)
export type AccountQuery = z.output<typeof AccountList>

const list = {
  about: "The vendor's companies",
  query: CompanyList,
  returns: listOf('companies', Company),
}

export const companies = {
  list: get('/admin/company/list', { allow: admin, ...list }),
  create: post('/admin/company', {
    allow: admin,
    changes: 'team',
    about: 'Add a company',
    body: CompanyDetails,
    returns: Company,
    creates: true,
  }),
  update: post('/admin/company/:company', {
    allow: admin,
    changes: 'customers',
    about: "Change a company's name and support end",
    body: CompanyChange,
    returns: Done,
  }),
  remove: del('/admin/company/:company', {
    allow: admin,
    changes: 'customers',
    about: 'Hide a company with all that belongs to it',
    returns: Done,
  }),
  contents: get('/admin/company/:company/contents', {
    allow: admin,
    about: 'How much is hidden with a company when it is deleted',
    returns: CompanyContents,
  }),
  listForStaff: get('/staff/company/list', { allow: vendorTeam, ...list }),
  accounts: get('/account/list', {
    allow: accountUser,
    about: "The caller's own accounts; a platform administrator's are all companies",
    query: AccountList,
    returns: listOf('accounts', Account),
  }),
}
