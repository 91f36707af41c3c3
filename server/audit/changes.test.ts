import { expect, test } from 'vitest'
import { auditNames } from '#contract/audit.en.ts'
import { describeChange, maxAuditedLength } from '#contract/audit.ts'
import { changesOf } from './changes.ts'

test('nothing, an empty text and an empty list are the same', () => {
  expect(changesOf({ notes: '', color: null }, { notes: '', color: '' })).toEqual([])
  expect(changesOf({ daysOff: [], notes: 'a' }, { daysOff: [], notes: '' })).toEqual([
    { field: 'notes', before: 'a', after: null },
  ])
})

test('of a long text the entry has the part that was changed', () => {
  const head = 'Her altı ayda bir yağ değişir. '.repeat(20)
  const [change] = changesOf({ notes: head }, { notes: `${head}Filtre de.` })
  expect(change?.before).toMatch(/^….{40}$/)
  expect(change?.after).toMatch(/^….{40}Filtre de\.$/)
})

test('a cut text has no half of a character', () => {
  const [change] = changesOf({ notes: '' }, { notes: `a${'😀'.repeat(200)}` })
  expect(change?.after?.isWellFormed()).toBe(true)
  expect(change?.after?.length).toBeLessThan(maxAuditedLength + 3)
})

test.each([
  ['a first value', 'notes', null, 'Oil', 'Notes: – → Oil'],
  ['a value that is gone', 'notes', 'Oil', null, 'Notes: Oil → –'],
  ['the priority of a new ticket', 'priority', null, 'normal', 'Priority: Normal'],
  ['a country', 'country', 'TR', 'DE', 'Country: Türkiye → Germany'],
] as const)('%s is described in words', (_, field, before, after, text) => {
  expect(describeChange(auditNames, { field, before, after })).toBe(text)
})
