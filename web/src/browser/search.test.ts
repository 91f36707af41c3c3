import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search.ts'

test.each([{ page: '3', sort: '-dateCreated' }, { search: '10 % & “çift” + 1' }, { from: '/account/1?status=open#end' }, {}])(
  'an address restores what a link has set, as text: %o',
  search => {
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  },
)

test('a number, a truth value and a null in an address are texts', () => {
  expect(parseSearch('?page=3&search=true&status=null')).toEqual({ page: '3', search: 'true', status: 'null' })
})

test('of a parameter that stands twice the last value counts', () => {
  expect(parseSearch('?status=open&status=closed')).toEqual({ status: 'closed' })
})

test('an empty parameter leaves the address, and with the last one its question mark', () => {
  expect(stringifySearch({ status: '', mail: undefined })).toBe('')
})
