import type { ComponentType } from 'react'
import { useCompany } from '../../companies/useCompany.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { useCompanyMachine } from '../../machines/useCompanyMachine.ts'
import { useMachine } from '../../machines/useMachine.ts'
import {
  administrationMessages,
  companyMessages,
  machineMessages,
  navigationMessages,
  notificationMessages,
  securityMessages,
  ticketMessages,
  userMessages,
} from '../../messages/current.ts'
import { type Area, paths } from '../../navigation/paths.ts'
import { ticketCalls } from '../../tickets/calls.ts'

export type CrumbParams = { area: Area; company: string; machine: string; ticket: string }
type Crumb = { Name: ComponentType<CrumbParams>; to: (params: CrumbParams) => string }

// Until an object's name is loaded, the word for it.
export const CompanyName = ({ area, company }: Pick<CrumbParams, 'area' | 'company'>) =>
  useCompany(area, company).data?.name ?? (area === 'account' ? companyMessages.account : companyMessages.company)

const MachineName = ({ machine }: CrumbParams) => useMachine(machine).data?.name ?? machineMessages.machine

const CompanyMachineName = ({ area, company, machine }: CrumbParams) =>
  useCompanyMachine(area, company, machine).data?.name ?? machineMessages.machine

const TicketTitle = ({ area, company, ticket }: CrumbParams) =>
  useRouteQuery(ticketCalls(area).get, { params: { company, ticket } }).data?.title ?? ticketMessages.ticket

export const crumbs = {
  accounts: { Name: () => companyMessages.accounts, to: () => paths.companies('account') },
  companies: { Name: () => companyMessages.companies, to: ({ area }) => paths.companies(area) },
  company: { Name: CompanyName, to: ({ area, company }) => paths.company(area, company) },
  security: { Name: () => securityMessages.title, to: () => paths.security },
  notificationSettings: { Name: () => notificationMessages.title, to: () => paths.notificationSettings },
  team: { Name: () => administrationMessages.team, to: () => paths.team },
  mails: { Name: () => administrationMessages.mails, to: () => paths.mails },
  mailSender: { Name: () => administrationMessages.mailSender, to: () => paths.mailSender },
  receivedMails: { Name: () => administrationMessages.receivedMails, to: () => paths.receivedMails },
  audit: { Name: () => administrationMessages.audit, to: () => paths.audit },
  settings: { Name: () => administrationMessages.settings, to: () => paths.settings },
  inviteColleague: { Name: () => administrationMessages.inviteColleague, to: () => paths.inviteColleague },
  users: { Name: () => userMessages.title, to: ({ area, company }) => paths.users(area, company) },
  inviteUser: { Name: () => userMessages.invite, to: ({ company }) => paths.inviteUser(company) },
  allTickets: { Name: () => ticketMessages.title, to: ({ area }) => paths.allTickets(area === 'staff' ? 'staff' : 'admin') },
  catalogue: { Name: () => machineMessages.title, to: () => paths.catalogue },
  machine: { Name: MachineName, to: ({ machine }) => paths.machine(machine) },
  companyMachines: { Name: () => machineMessages.title, to: ({ area, company }) => paths.companyMachines(area, company) },
  companyMachine: { Name: CompanyMachineName, to: ({ area, company, machine }) => paths.companyMachine(area, company, machine) },
  tickets: { Name: () => ticketMessages.title, to: ({ area, company }) => paths.tickets(area, company) },
  newTicket: { Name: () => navigationMessages.newTicket, to: ({ company }) => paths.newTicket(company) },
  ticket: { Name: TicketTitle, to: ({ area, company, ticket }) => paths.ticket(area, company, ticket) },
} satisfies Record<string, Crumb>
export type CrumbName = keyof typeof crumbs
