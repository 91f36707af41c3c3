import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { onlyNamed } from './machine-names.ts'

const names = [
  'Ladin 90 plastik enjeksiyon',
  'Ladin 500 S plastik enjeksiyon',
  'Kıvılcım K2 kaynak robotu',
  'Meşe 1100 CNC dik işleme merkezi',
  'Meşe 1100 CNC dik işleme merkezi',
  'E1 pres',
]

test.each([
  ['Ladin 90 olan makine', 0],
  ['ladin 500’de alarm var', 1],
  ['KIVILCIM', 2],
  ['Ladin', null],
  ['Ladin 90 ve Kıvılcım', null],
  ['Meşe 1100 CNC dik işleme merkezi', null],
  ['basınç 90 bar', null],
  ['E1', null],
  ['', null],
])('of the names of machines %s is number %s', (text, number) => {
  expect(onlyNamed(text, names)).toBe(number)
})

test('the names of two thousand machines are looked for in time', () => {
  const many = Array.from({ length: 2_000 }, (_, i) => `Torna ${i} CNC`)
  const text = `Torna 1453 ${'a '.repeat(25_000)}`
  expect(processorTimeOf(() => expect(onlyNamed(text, many)).toBe(1_453))).toBeLessThan(5_000)
})
