import { expect, test } from 'vitest'
import { readCsv } from '#testing/csv.ts'

test('quotes, commas and line breaks inside a field are part of it', () => {
  const text = 'name,sku,note\r\n"Pres, 40 t","P""40""","iki\r\nsatır"\r\nİnci Torna,IT-1,\r\n'
  expect(readCsv(text)).toEqual([
    { name: 'Pres, 40 t', sku: 'P"40"', note: 'iki\r\nsatır' },
    { name: 'İnci Torna', sku: 'IT-1', note: '' },
  ])
})

test('the last line needs no end', () => {
  expect(readCsv('a,b\n1,2')).toEqual([{ a: '1', b: '2' }])
})

test.each(['a,b\n"1,2', 'a,b\n1"2,3', 'a,b\n1', 'a,b\n1,2,3'])('%j is no CSV', text => {
  expect(() => readCsv(text)).toThrow()
})
