import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { listQuery } from '#contract/paging.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { lastPageOf } from './arrangeRows.ts'
import { changeAddress, readTableState } from './useTableAddress.ts'

const Query = listQuery(['dateCreated', 'title'])
const read = (address: SearchParams) =>
  readTableState(address, state => z.safeParse(Query, state).success, { sort: '-dateCreated' })

test('an address without a state is the first page of ten, in the list’s own order', () => {
  expect(read({})).toEqual({ page: 0, size: 10, sort: '-dateCreated', search: '' })
})

test('a link restores page, size, order and search', () => {
  expect(read({ page: '3', size: '50', sort: 'title', search: 'mil' })).toEqual({
    page: 3,
    size: 50,
    sort: 'title',
    search: 'mil',
  })
})

test.each([
  { page: '-1' },
  { page: 'üç' },
  { size: '7' },
  { size: '100000' },
  { sort: 'password' },
  { sort: '' },
])('a state that the server would refuse counts as missing: %o', address => {
  expect(read(address)).toEqual(read({}))
})

test('one refused value does not lose the others', () => {
  expect(read({ sort: 'password', page: '2' })).toMatchObject({ sort: '-dateCreated', page: 2 })
})

test('a new order or search begins at the first page and keeps the filter', () => {
  expect(changeAddress({ page: '4', status: 'closed', sort: 'title' }, { search: 'mil' })).toEqual({
    status: 'closed',
    sort: 'title',
    search: 'mil',
  })
})

test('another page keeps everything else, and an emptied search leaves the address', () => {
  const address = { search: 'mil', sort: 'title' }
  expect(changeAddress(address, { page: '2' })).toEqual({ ...address, page: '2' })
  expect(changeAddress(address, { search: '' })).toEqual({ sort: 'title' })
})

test.each([
  [0, 0],
  [1, 0],
  [10, 0],
  [11, 1],
  [95, 9],
])('of %i rows in pages of ten the last page has index %i', (total, last) => {
  expect(lastPageOf(total, 10)).toBe(last)
})
