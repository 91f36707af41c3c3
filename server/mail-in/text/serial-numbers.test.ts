import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { namedIn } from './serial-numbers.ts'

const serials = ['AT26-1124', 'TRN-1453', '1453', '730', 'A-14']

test.each([
  ['AT26-1124 durdu', ['AT26-1124']],
  ['at26 1124 durdu', ['AT26-1124']],
  ['Makine: at26–1124.', ['AT26-1124']],
  ['AT261124', ['AT26-1124']],
  ['seri no:AT26.1124', ['AT26-1124']],
  ['AT26-11245', []],
  ['XAT26-1124', []],
  ['AT26, 1124 saat çalıştı', []],
  ['AT26\n1124', ['AT26-1124']],
  ['a-14 çalışmıyor', ['A-14']],
  ['trn-1453 ısınıyor', ['TRN-1453']],
  ['1453 numaralı', ['1453']],
  ['14 53', []],
  ['7 30’da durdu', []],
  ['saat 730’da', ['730']],
  ['AT26-1124 ve TRN 1453', ['AT26-1124', 'TRN-1453']],
  ['', []],
])('%j names %j', (text, named) => {
  expect(namedIn(text, serials)).toEqual(named)
})

test('a serial number of one or two characters is named by no text', () => {
  expect(namedIn('12 A', ['12', 'A'])).toEqual([])
})

test('the serial numbers of two thousand machines are looked for within a second', () => {
  const many = Array.from({ length: 2_000 }, (_, i) => `SN-${i + 10_000}-AB`)
  const text = `${'uzun bir metin 12345 '.repeat(2_400)}sn 11999 ab`
  const time = processorTimeOf(() => expect(namedIn(text, many)).toEqual(['SN-11999-AB']))
  expect(time).toBeLessThan(1_000)
})
