import { expect, test } from 'vitest'
import { familyNames } from './catalogue.ts'
import { demoContent } from './content.ts'
import { scriptsOf } from './conversations.ts'
import { alarmPicture } from './documents.ts'

const today = new Date('2026-11-23T09:00:00Z')
/** No public holidays. */
const workingUntil = () => 1440
const content = demoContent(today, workingUntil)
/** Of every alarm in the conversations, also of those that no ticket has come to. */
const pictures = familyNames
  .flatMap(family => [...scriptsOf(family, 'tr'), ...scriptsOf(family, 'en')])
  .flatMap(({ messages }) => messages.flatMap(line => /\[([A-Z]-\d+)\]$/.exec(line)?.[1] ?? []))
  .map(code => alarmPicture(code, ''))
const inDays = (days: number) =>
  new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const state = (end: string) => (end < inDays(0) ? 'ended' : end <= inDays(30) ? 'ending' : 'valid')

test('the demo vendor has 12 companies, 40 machines, 80 company machines and 200 tickets', () => {
  expect([
    content.companies.length,
    content.machines.length,
    content.companyMachines.length,
    content.tickets.length,
  ]).toEqual([12, 40, 80, 200])
})

test('the content of one moment is always the same', () => {
  expect(JSON.stringify(demoContent(today, workingUntil))).toBe(JSON.stringify(content))
})

test('there is support and there are warranties that are valid, that end within a month and that have ended', () => {
  expect(new Set(content.companies.map(company => state(company.dateSupportEnd)))).toEqual(
    new Set(['valid', 'ending', 'ended']),
  )
  expect(new Set(content.companyMachines.map(owned => state(owned.dateOfWarrantyEnd)))).toEqual(
    new Set(['valid', 'ending', 'ended']),
  )
})

test('each topic has tickets, and most tickets have one or two', () => {
  const used = content.tickets.flatMap(({ topics }) => topics)
  expect([...new Set(used)].sort()).toEqual([...content.topics].sort())
  const few = content.tickets.filter(({ topics }) => [1, 2].includes(topics.length))
  expect(few.length).toBeGreaterThan(content.tickets.length / 2)
})

test('e-mail addresses and serial numbers are unique', () => {
  for (const list of [
    content.people.map(person => person.email),
    content.companyMachines.map(owned => owned.serialNumber),
  ]) {
    expect(new Set(list).size).toBe(list.length)
  }
})

test('a ticket is opened by a member of its company on one of its machines', () => {
  for (const ticket of content.tickets) {
    const writer = content.people.find(person => person.key === ticket.createdBy)
    expect(writer?.memberships.map(membership => membership.company)).toContain(ticket.company)
    expect(
      content.companyMachines.find(owned => owned.key === ticket.companyMachine)?.company,
    ).toBe(ticket.company)
  }
})

test('a conversation goes forward in time and ends before today', () => {
  for (const { dateCreated, dateClosed, messages } of content.tickets) {
    const dates = [
      dateCreated,
      ...messages.map(message => message.date),
      ...(dateClosed ? [dateClosed] : []),
      today,
    ].map(Number)
    expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  }
})

test('no customer has waited for an answer longer than two weeks, and some wait today', () => {
  const waiting = content.tickets.filter(
    ({ status, messages }) => status === 'open' && messages.at(-1)?.isStaff === false,
  )
  const days = waiting.map(
    ({ messages }) => (today.getTime() - Number(messages.at(-1)?.date)) / 86_400_000,
  )
  expect(days.length).toBeGreaterThan(5)
  expect(Math.max(...days)).toBeLessThan(14)
})

test('the team writes in its office hours only', () => {
  const outside = content.tickets
    .flatMap(({ messages }) => messages)
    .filter(
      ({ isStaff, date }) =>
        isStaff && (date.getUTCDay() === 0 || date.getUTCHours() < 5 || date.getUTCHours() >= 15),
    )
  expect(outside).toEqual([])
})

test('the team has tickets that nobody has, tickets of each colleague, and some that are snoozed until a morning', () => {
  const open = content.tickets.filter(({ waitingFor }) => waitingFor !== null)
  expect(new Set(open.map(({ assignee }) => assignee))).toEqual(
    new Set([null, 'staff', 'elif', 'murat', 'deniz', 'admin']),
  )
  expect(new Set(open.map(({ priority }) => priority)).size).toBe(4)
  const snoozed = open.flatMap(({ dateSnoozed }) => dateSnoozed ?? [])
  expect(snoozed.map(date => date.toISOString()).sort()).toEqual([
    '2026-11-24T06:00:00.000Z',
    '2026-11-25T06:00:00.000Z',
    '2026-11-27T06:00:00.000Z',
  ])
  expect(open.filter(({ waitingFor }) => waitingFor === 'customer').length).toBeGreaterThan(10)
})

test('the customer of the demo waits for answers too', () => {
  const waiting = content.tickets.filter(
    ({ createdBy, waitingFor }) => createdBy === 'customer' && waitingFor === 'team',
  )
  expect(waiting.length).toBeGreaterThan(2)
})

test('there are open, closed and archived tickets, in Turkish and in English', () => {
  expect(new Set(content.tickets.map(ticket => ticket.status))).toEqual(
    new Set(['open', 'closed', 'archived']),
  )
  expect(
    content.tickets.filter(ticket => /[ığşçöü]/i.test(ticket.messages[0]?.contents ?? '')).length,
  ).toBeGreaterThan(100)
  expect(
    content.tickets.filter(ticket => /\b(the|is|not)\b/i.test(ticket.messages[0]?.contents ?? ''))
      .length,
  ).toBeGreaterThan(20)
})

test('some open tickets were closed and reopened between two messages', () => {
  const reopened = content.tickets.filter(({ changes }) =>
    changes.some(({ status }) => status === 'open'),
  )
  expect(reopened.length).toBeGreaterThan(0)
  expect(reopened.length).toBeLessThan(20)
  for (const { status, changes, messages } of reopened) {
    expect(status).toBe('open')
    const dates = [messages.at(-2)?.date, ...changes.map(({ date }) => date)].map(Number)
    expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  }
})

test('the files of machines and messages begin as their type demands', () => {
  const listed = [...content.machines, ...content.companyMachines].flatMap(({ files }) => files)
  const attached = content.tickets.flatMap(({ messages }) =>
    messages.flatMap(({ file }) => file || []),
  )
  for (const { fileName, fileType, bytes } of [...listed, ...attached, ...pictures]) {
    const start = fileType === 'application/pdf' ? '%PDF-1.4' : '\x89PNG\r\n\x1a\n'
    expect([fileName, bytes().subarray(0, 8).toString('latin1')]).toEqual([fileName, start])
  }
})
