import { expect, test } from 'vitest'
import { addressOfFilter, isSameFilter, queryOfFilter, readFilter } from './ticketFilter.ts'

const company = '018f0000-0000-7000-8000-000000000000'

test('a filter is read from its own address', () => {
  const filter = { status: 'waiting', company, priority: 'standing', period: 'week' } as const
  expect(readFilter(addressOfFilter(filter))).toEqual(filter)
  expect(readFilter(addressOfFilter({}))).toEqual({ status: 'open' })
})

test('what is not valid in an address does not filter', () => {
  expect(
    readFilter({ status: '9', company: 'x', priority: 'urgent', period: 'eon', sort: 'x' }),
  ).toEqual({
    status: 'open',
  })
})

test('a filter is the same in any order of its parts', () => {
  expect(isSameFilter({ company, status: 'open' }, { company })).toBe(true)
  expect(isSameFilter({ company }, { company, sort: 'title' })).toBe(false)
})

test('a week begins at midnight six days ago', () => {
  const now = new Date(2024, 2, 3, 15, 30).getTime()
  expect(queryOfFilter({ status: 'open', period: 'week', company }, now)).toEqual({
    company,
    from: new Date(2024, 1, 26).toISOString(),
  })
})
