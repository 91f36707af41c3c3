import { expect, test } from 'vitest'
import type { Targets } from '#contract/targets.ts'
import { validate } from '../ui/form/problems.ts'
import { fieldsOf, TargetsForm } from './targetsForm.ts'

const targets: Targets = {
  timeZone: 'Europe/Istanbul',
  days: [
    { opens: '08:30', closes: '18:00' },
    { opens: '00:00', closes: '24:00' },
    ...Array(5).fill(null),
  ],
  publicHolidays: true,
  daysOff: ['2026-12-31', '2028-02-29'],
  standing: { first: 60, next: 120 },
  impaired: { first: 240, next: null },
  normal: { first: null, next: 480 },
  question: { first: null, next: null },
}

test('targets that nobody has changed are sent as they were', () => {
  expect(validate(TargetsForm, fieldsOf(targets)).value).toEqual(targets)
})

test.each([
  [{ opens2: '09:00' }, 'closes2'],
  [{ closes2: '18:00' }, 'opens2'],
  [{ opens0: '18:00' }, 'closes0'],
  [{ daysOff: '31/12/2026\n30/02/2027' }, 'daysOff'],
  [{ timeZone: 'Europe/Ankara' }, 'timeZone'],
])('with %o, the problem is at the field %s alone', (changed, field) => {
  const { problems = {} } = validate(TargetsForm, { ...fieldsOf(targets), ...changed })
  expect(Object.keys(problems)).toEqual([field])
})

test.each([
  ['8', '17.30', '08:00', '17:30'],
  ['830', '0:00', '08:30', '24:00'],
])('hours are written as people do: from %s until %s', (opens0, closes0, opens, closes) => {
  const { value } = validate(TargetsForm, { ...fieldsOf(targets), opens0, closes0 })
  expect(value?.days[0]).toEqual({ opens, closes })
})
