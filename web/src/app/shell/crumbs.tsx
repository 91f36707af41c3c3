import type { ComponentType } from 'react'
import { type Area, paths } from '#contract/paths.ts'
import { ticketNumber } from '#contract/text/ticket-names.ts'
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
  replyMessages,
  shellMessages,
  ticketMessages,
  userMessages,
} from '../../messages/current.ts'
import { ticketCalls } from '../../tickets/calls.ts'

export type CrumbParams = { area: Area; company: string; machine: string; ticket: string }
type Crumb = ({ text: () => string } | { Name: ComponentType<CrumbParams> }) & {
  to: (params: CrumbParams) => string
}

// Until an object's name is loaded, the word for it.
export const CompanyName = ({ area, company }: Pick<CrumbParams, 'area' | 'company'>) => (
  <span>
    {useCompany(area, company).data?.name ??
      (area === 'account' ? companyMessages.account : companyMessages.company)}
  </span>
)

const MachineName = ({ machine }: CrumbParams) => (
  <span>{useMachine(machine).data?.name ?? machineMessages.machine}</span>
)

const CompanyMachineName = ({ area, company, machine }: CrumbParams) => (
  <span>{useCompanyMachine(area, company, machine).data?.name ?? machineMessages.machine}</span>
)

function TicketNumber({ area, company, ticket }: CrumbParams) {
  const { data } = useRouteQuery(
    ticketCalls(area).get,
    { params: { company, ticket } },
    { retryOnMount: false }, // its page shows the failure
  )
  return <span>{data ? ticketNumber(data.number) : ticketMessages.ticket}</span>
}

export const crumbs = {
  accounts: { text: () => companyMessages.accounts, to: () => paths.companies('account') },
  companies: { text: () => companyMessages.companies, to: ({ area }) => paths.companies(area) },
  company: { Name: CompanyName, to: ({ area, company }) => paths.company(area, company) },
  profile: { text: () => shellMessages.profile, to: () => paths.profile },
  security: { text: () => shellMessages.security, to: () => paths.security },
  notifications: { text: () => notificationMessages.bell, to: () => paths.notifications },
  notificationSettings: {
    text: () => shellMessages.notificationSettings,
    to: () => paths.notificationSettings,
  },
  savedReplies: { text: () => replyMessages.title, to: () => paths.savedReplies },
  team: { text: () => administrationMessages.team, to: () => paths.team },
  mails: { text: () => administrationMessages.mails, to: () => paths.mails },
  mailSender: { text: () => administrationMessages.mailSender, to: () => paths.mailSender },
  receivedMails: {
    text: () => administrationMessages.receivedMails,
    to: () => paths.receivedMails,
  },
  audit: { text: () => administrationMessages.audit, to: () => paths.audit },
  settings: { text: () => administrationMessages.settings, to: () => paths.settings },
  targets: { text: () => administrationMessages.targets, to: () => paths.targets },
  topics: { text: () => administrationMessages.topics, to: () => paths.topics },
  inviteColleague: {
    text: () => administrationMessages.inviteColleague,
    to: () => paths.inviteColleague,
  },
  users: { text: () => userMessages.title, to: ({ area, company }) => paths.users(area, company) },
  inviteUser: {
    text: () => userMessages.invite,
    to: ({ area, company }) => paths.inviteUser(area, company),
  },
  allTickets: {
    text: () => ticketMessages.title,
    to: ({ area }) => paths.allTickets(area === 'staff' ? 'staff' : 'admin'),
  },
  catalogue: { text: () => machineMessages.title, to: () => paths.catalogue },
  machine: { Name: MachineName, to: ({ machine }) => paths.machine(machine) },
  companyMachines: {
    text: () => machineMessages.title,
    to: ({ area, company }) => paths.companyMachines(area, company),
  },
  companyMachine: {
    Name: CompanyMachineName,
    to: ({ area, company, machine }) => paths.companyMachine(area, company, machine),
  },
  tickets: {
    text: () => ticketMessages.title,
    to: ({ area, company }) => paths.tickets(area, company),
  },
  newTicket: {
    text: () => navigationMessages.newTicket,
    to: ({ area, company }) => paths.newTicket(area, company),
  },
  ticket: {
    Name: TicketNumber,
    to: ({ area, company, ticket }) => paths.ticket(area, company, ticket),
  },
} satisfies Record<string, Crumb>
export type CrumbName = keyof typeof crumbs
