import { expect, test } from 'vitest'
import { demoContent } from './content.ts'

const today = new Date('2026-11-21T09:00:00Z')
const content = demoContent(today)
const inDays = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)

const state = (end: string) => (end < inDays(0) ? 'ended' : end <= inDays(30) ? 'ending' : 'valid')

test('the demo vendor has 12 companies, 40 machines, 80 company machines and 200 tickets', () => {
  expect([content.companies.length, content.machines.length, content.companyMachines.length, content.tickets.length]).toEqual([
    12, 40, 80, 200,
  ])
})

test('the content of one moment is always the same, to the last byte of its files', () => {
  const bytesOf = (made: typeof content) => made.machines.flatMap(machine => machine.files.map(file => file.bytes().toString('base64')))
  const again = demoContent(today)
  expect(JSON.stringify(again)).toBe(JSON.stringify(content))
  expect(bytesOf(again)).toEqual(bytesOf(content))
})

test('there is support and there are warranties that are valid, that end within a month and that have ended', () => {
  expect(new Set(content.companies.map(company => state(company.dateSupportEnd)))).toEqual(new Set(['valid', 'ending', 'ended']))
  expect(new Set(content.companyMachines.map(owned => state(owned.dateOfWarrantyEnd)))).toEqual(new Set(['valid', 'ending', 'ended']))
})

test('e-mail addresses and serial numbers are unique', () => {
  for (const list of [content.people.map(person => person.email), content.companyMachines.map(owned => owned.serialNumber)]) {
    expect(new Set(list).size).toBe(list.length)
  }
})

test('a ticket is opened by a member of its company on one of its machines', () => {
  for (const ticket of content.tickets) {
    const writer = content.people.find(person => person.key === ticket.createdBy)
    expect(writer?.memberships.map(membership => membership.company)).toContain(ticket.company)
    expect(content.companyMachines.find(owned => owned.key === ticket.companyMachine)?.company).toBe(ticket.company)
  }
})

test('a conversation goes forward in time and ends before today', () => {
  for (const { dateCreated, dateClosed, messages } of content.tickets) {
    const dates = [dateCreated, ...messages.map(message => message.date), ...(dateClosed ? [dateClosed] : []), today].map(Number)
    expect(dates).toEqual(dates.toSorted((a, b) => a - b))
  }
})

test('no customer has waited for an answer longer than two weeks, and some wait today', () => {
  const waiting = content.tickets.filter(({ status, messages }) => status === 'open' && messages.at(-1)?.isStaff === false)
  const days = waiting.map(({ messages }) => (today.getTime() - Number(messages.at(-1)?.date)) / 86_400_000)
  expect(days.length).toBeGreaterThan(5)
  expect(Math.max(...days)).toBeLessThan(14)
})

test('there are open, closed and archived tickets, in Turkish and in English', () => {
  expect(new Set(content.tickets.map(ticket => ticket.status))).toEqual(new Set(['open', 'closed', 'archived']))
  expect(content.tickets.filter(ticket => /[ığşçöü]/i.test(ticket.messages[0]?.contents ?? '')).length).toBeGreaterThan(100)
  expect(content.tickets.filter(ticket => /\b(the|is|not)\b/i.test(ticket.messages[0]?.contents ?? '')).length).toBeGreaterThan(20)
})

test('a manual is a PDF whose Turkish letters have their names', () => {
  const file = content.machines[0]?.files[0]
  expect(file?.bytes().subarray(0, 8).toString()).toBe('%PDF-1.4')
  const glyphs = file?.bytes().toString('latin1') ?? ''
  expect(glyphs).toContain('/Gbreve 221 /Idotaccent /Scedilla 240 /gbreve 253 /dotlessi /scedilla')
})
