import { expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { companies } from '#contract/companies.ts'
import { files, machineFiles } from '#contract/files.ts'
import { home } from '#contract/home.ts'
import { sessions } from '#contract/identity.ts'
import { live } from '#contract/live.ts'
import { machines } from '#contract/machines.ts'
import { mails } from '#contract/mail.ts'
import { mailIn } from '#contract/mail-in.ts'
import { notifications } from '#contract/notifications.ts'
import { team, users } from '#contract/people.ts'
import { tickets } from '#contract/tickets.ts'
import { vendors } from '#contract/vendors.ts'
import { isAffected } from './isAffected.ts'

const event = { kind: 'ticket', ticket: 'T1', company: 'C1' } as const

test.each([
  ['the ticket of the team', tickets.get.path, { ticket: 'T1', company: 'C1' }, true],
  ['the ticket of a customer', tickets.getOfAccount.path, { ticket: 'T1', company: 'C1' }, true],
  ['another ticket', tickets.get.path, { ticket: 'T2', company: 'C1' }, false],
  ["the company's list", tickets.listOfAccount.path, { company: 'C1' }, true],
  ["another company's list", tickets.listOfAccount.path, { company: 'C2' }, false],
  ["the team's list", tickets.list.path, undefined, true],
  ["the team's home page", home.ofTeam.path, undefined, true],
  ["a customer's home page", home.ofAccount.path, undefined, true],
  ['the user', sessions.me.path, undefined, false],
  ['the presence', live.presence.path, { ticket: 'T1' }, false],
])('a change of a ticket affects %s or not', (_, path, params, affected) => {
  expect(isAffected([path, { params }], event)).toBe(affected)
})

test.each([
  ['the ticket, which may have been fetched to read it', tickets.get.path, { ticket: 'T1' }, false],
  ["the company's list", tickets.listOfAccount.path, { company: 'C1' }, true],
  ["another company's list", tickets.listOfAccount.path, { company: 'C2' }, false],
  ["the team's list", tickets.list.path, undefined, true],
  ["the team's counts", tickets.counts.path, undefined, false],
  ["a customer's home page", home.ofAccount.path, undefined, true],
])('a ticket that the user has read affects %s or not', (_, path, params, affected) => {
  expect(isAffected([path, { params }], { ...event, kind: 'ownTicket' })).toBe(affected)
})

test.each([
  ['the ticket', tickets.get.path, { ticket: 'T1' }, true],
  ["the customer's ticket", tickets.getOfAccount.path, { company: 'C1', ticket: 'T1' }, true],
  ['another ticket', tickets.get.path, { ticket: 'T2' }, false],
  ["the team's list", tickets.list.path, undefined, false],
])('a mail that has a message of the user affects %s or not', (_, path, params, affected) => {
  expect(isAffected([path, { params }], { ...event, kind: 'mailed' })).toBe(affected)
})

test('a mail affects the lists and counts of mails, and the home of the team with its count of failed ones', () => {
  const paths = [
    mails.list,
    mails.counts,
    mailIn.list,
    mails.sender,
    home.ofTeam,
    tickets.list,
  ].map(({ path }) => path)
  expect(paths.map(path => isAffected([path, {}], { kind: 'mail' }))).toEqual([
    true,
    true,
    true,
    false,
    true,
    false,
  ])
})

test('a change of a company, machine, user, file or setting affects what shows them, and no mails, notifications or own settings', () => {
  const areas = [
    companies.list,
    companies.accounts,
    machines.listForStaff,
    users.list,
    team.list,
    machineFiles.listOfAccount,
    files.usage,
  ]
  const homes = [
    home.ofTeam,
    home.ofAccount,
    tickets.list,
    tickets.get,
    vendors.settings,
    mails.sender,
  ]
  const others = [
    mails.list,
    mailIn.list,
    audit.list,
    notifications.list,
    notifications.preferences,
    sessions.me,
    sessions.portal,
  ]
  const isChanged = ({ path }: { path: string }) => isAffected([path, {}], { kind: 'change' })
  expect([...areas, ...homes].filter(route => !isChanged(route))).toEqual([])
  expect([...others, live.presence].filter(isChanged)).toEqual([])
})

test('presence affects that of its ticket only, and a notification the notifications only', () => {
  const presence = { kind: 'presence', ticket: 'T1' } as const
  expect(isAffected([live.presence.path, { params: { ticket: 'T1' } }], presence)).toBe(true)
  expect(isAffected([live.presence.path, { params: { ticket: 'T2' } }], presence)).toBe(false)
  expect(isAffected([tickets.get.path, { params: { ticket: 'T1' } }], presence)).toBe(false)
  expect(isAffected(['/user/notification', {}], { kind: 'notification' })).toBe(true)
  expect(isAffected([tickets.list.path, {}], { kind: 'notification' })).toBe(false)
})
