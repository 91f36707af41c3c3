import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './searchParams.ts'

test.each([
  { page: '3', sort: '-dateCreated' },
  { search: '10 % & “çift” + 1' },
  { from: '/account/1?status=open#end' },
  {},
])('an address restores what a link has set, as text: %o', search => {
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('a number, a truth value and a null in an address are texts', () => {
  expect(parseSearch('?page=3&search=true&status=null')).toEqual({
    page: '3',
    search: 'true',
    status: 'null',
  })
})

test.each([
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test', 'as it was sent'],
  ['?token=a-b_c&mail=ali+servis@demir.test', 'decoded by the mail program'],
  ['?token=a-b_c&mail=ali%20servis@demir.test', 'decoded and encoded by mail programs'],
  ['?token=a-b_c&amp;mail=ali%2Bservis%40demir.test', 'escaped by the mail program'],
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test&amp;', 'followed by an escaped character'],
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test&gt;', 'in escaped angle brackets'],
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test%3E.', 'in angle brackets at the end of a sentence'],
  ['?mail=ali%2Bservis%40demir.test&token=a-b_c).', 'in parentheses'],
  ['?mail=ali%2Bservis%40demir.test&token=a-b_c%20', 'before a space'],
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test&quot;', 'in escaped quotation marks'],
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test%E2%80%8B', 'before a space without width'],
  ['?token=a-b_c&mail=ali%2Bservis%40demir.test…', 'cut short'],
  ['?token=a-b_c*&mail=ali%2Bservis%40demir.test|', 'in marks of a list and a table'],
])('a link of a mail works: %s, %s', text => {
  expect(parseSearch(text)).toMatchObject({ token: 'a-b_c', mail: 'ali+servis@demir.test' })
})

test('an address and a token keep the last character that is theirs', () => {
  const search = { mail: 'ayşe@örnek.рф', token: 'a-b_', sort: '-name' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})

test('a search keeps its full stop and its plus', () => {
  expect(parseSearch('?search=Demir+A.%C5%9E.')).toEqual({ search: 'Demir A.Ş.' })
  expect(parseSearch('?search=R%26amp%3B%2BD.')).toEqual({ search: 'R&amp;+D.' })
})

test('the search of the page to return to keeps its full stop', () => {
  const from = '/staff/companies?search=Demir+A.%C5%9E.'
  expect(parseSearch(stringifySearch({ from }))).toEqual({ from })
})

test('of a parameter that stands twice the last value counts', () => {
  expect(parseSearch('?status=open&status=closed')).toEqual({ status: 'closed' })
})

test('an empty parameter leaves the address, and with the last one its question mark', () => {
  expect(stringifySearch({ status: '', mail: undefined })).toBe('')
})
