import { describe, expect, test } from 'vitest'
import { differOnlyBy, type FetchedRows, followRows, holdRows, type ShownRows } from './heldRows.ts'

type Ticket = { _id: string; status?: string }
const rowsOf = (ids: string, status = 'open'): Ticket[] => [...ids].map(_id => ({ _id, status }))
const idsOf = (rows: readonly Ticket[] | undefined) => rows?.map(({ _id }) => _id).join('')

describe('a held list', () => {
  test('keeps its rows in their order, with their latest contents, and counts the new ones', () => {
    const { rows, ...rest } = holdRows(rowsOf('cba'), rowsOf('edac', 'closed'))
    expect(idsOf(rows)).toBe('cba')
    expect(rows.map(({ status }) => status)).toEqual(['closed', 'open', 'closed'])
    expect(rest).toEqual({ newCount: 2, hasChanged: true })
  })

  test('counts no row of the next page that moves up as new', () => {
    expect(holdRows(rowsOf('dcb'), rowsOf('dba'))).toMatchObject({ newCount: 0, hasChanged: true })
  })

  test.each([
    ['cba', 'cba', false],
    ['cba', 'acb', true],
    ['cba', 'cb', true],
    ['cba', 'cbaz', true],
  ])('of %s says whether %s would move it: %s', (shown, latest, hasChanged) => {
    expect(holdRows(rowsOf(shown), rowsOf(latest)).hasChanged).toBe(hasChanged)
  })
})

test.each([
  ['b', 'cba', 'ca', true],
  ['b', 'cba', 'bca', true],
  ['b', 'cba', 'caz', true], // a row of the next page moves up
  ['b', 'cba', 'cba', true],
  ['b', 'cba', 'ac', false],
  ['b', 'cba', 'dcba', false],
  ['b', 'ca', 'cba', false],
])(
  'whether only %s has moved from %s, or gone, where %s is the latest: %s',
  (id, shown, latest, isOnly) => {
    expect(differOnlyBy(id, rowsOf(shown), rowsOf(latest))).toBe(isOnly)
  },
)

describe('the rows of a list', () => {
  const start: ShownRows<Ticket> = { source: '', rows: undefined, isSettled: false }
  const fetched = (source: string, ids: string, isFetching = false): FetchedRows<Ticket> => ({
    source,
    rows: rowsOf(ids),
    isFetching,
  })
  /** What a reader sees after each answer, with the list in use or not. */
  const see = (...steps: [FetchedRows<Ticket>, boolean][]) => {
    let shown = start
    return steps.map(([latest, isInUse]) => {
      shown = followRows(shown, latest, isInUse)
      return idsOf(shown.rows)
    })
  }

  test('are the latest at rest, wait while the list is in use, and appear afterwards', () => {
    expect(
      see(
        [fetched('page 0', 'a'), false],
        [fetched('page 0', 'ba'), false],
        [fetched('page 0', 'cb'), true],
        [fetched('page 0', 'dc'), true],
        [fetched('page 0', 'dc'), false],
      ),
    ).toEqual(['a', 'ba', 'ba', 'ba', 'dc'])
  })

  test('of another page, order, search or filter are the latest at once', () => {
    expect(
      see(
        [fetched('page 0', 'ba'), true],
        [fetched('page 1', 'ba', true), true], // the previous ones, until these are loaded
        [fetched('page 1', 'dc'), true],
        [fetched('page 1', 'ed'), true],
      ),
    ).toEqual(['ba', 'ba', 'dc', 'dc'])
  })

  test('that were cached give way to those fetched for this visit', () => {
    expect(
      see(
        [fetched('page 0', 'a', true), true],
        [fetched('page 0', 'ba'), true],
        [fetched('page 0', 'ba', true), true],
        [fetched('page 0', 'cb'), true],
      ),
    ).toEqual(['a', 'ba', 'ba', 'ba'])
  })

  test('do not wait behind an empty list', () => {
    expect(see([fetched('page 0', ''), true], [fetched('page 0', 'a'), true])).toEqual(['', 'a'])
  })

  test('that have not changed are not shown again', () => {
    const shown = followRows(start, fetched('page 0', 'a'), false)
    const latest = { source: 'page 0', rows: shown.rows, isFetching: true }
    expect(followRows(shown, latest, false)).toBe(shown)
  })
})
