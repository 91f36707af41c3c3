import { describe, expect, test } from 'vitest'
import { arrangeRows } from './arrangeRows.ts'

type File = { name: string; size: number }
const names = [
  'Şema.pdf',
  'Irmak.pdf',
  'İnci.pdf',
  'Çizim 10.pdf',
  'Çizim 9.pdf',
  'Cıvata.pdf',
  'Zımba.pdf',
]
const files: File[] = names.map((name, index) => ({
  name,
  size: [300, 20, 1000, 5, 5, 7, 9][index] ?? 0,
}))
const sortKeys = { name: (file: File) => file.name, size: (file: File) => file.size }
const arrange = (arrangement: Partial<Parameters<typeof arrangeRows>[1]>) =>
  arrangeRows(
    files,
    { sort: 'name', search: '', page: 0, size: 10, ...arrangement },
    sortKeys,
    file => file.name,
  )
const namesOf = ({ rows }: { rows: readonly File[] }) =>
  rows.map(({ name }) => name.replace('.pdf', ''))

describe('rows that are loaded as a whole', () => {
  test('are in Turkish order, and numbers in names by their size', () => {
    expect(namesOf(arrange({}))).toEqual([
      'Cıvata',
      'Çizim 9',
      'Çizim 10',
      'Irmak',
      'İnci',
      'Şema',
      'Zımba',
    ])
  })

  test('are sorted by size as numbers, the largest first', () => {
    expect(arrange({ sort: '-size' }).rows.map(({ size }) => size)).toEqual([
      1000, 300, 20, 9, 7, 5, 5,
    ])
  })

  test.each(['inci', 'İNCİ', 'INCI', 'ıncı'])('%s finds İnci', search => {
    expect(namesOf(arrange({ search }))).toEqual(['İnci'])
  })

  test('are found without diacritics', () => {
    expect(namesOf(arrange({ search: 'cizim' }))).toEqual(['Çizim 9', 'Çizim 10'])
  })

  test.each(['çizim\u00a010', 'çizim  10', 'çizim \u202f\t10'])(
    'are found with other blanks than theirs: %j',
    search => {
      expect(namesOf(arrange({ search }))).toEqual(['Çizim 10'])
    },
  )

  test('come in pages, each row on one of them', () => {
    const pages = [0, 1, 2].map(page => arrange({ page, size: 3 }))
    expect(pages.flatMap(namesOf)).toEqual(namesOf(arrange({})))
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7])
  })

  test('past the last page are those of the last page', () => {
    expect(arrange({ page: 9, size: 3 })).toMatchObject({ page: 2, rows: [{ name: 'Zımba.pdf' }] })
  })
})
