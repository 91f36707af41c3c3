import { expect, test } from 'vitest'
import { fillPlaceholders, findPlaceholders } from './placeholders.ts'

const values = { name: 'Ayşe Demir', machine: 'Torna 200', serial: 'SN-7', ticket: '#1042' }
const namesIn = (text: string) => findPlaceholders(text).map(({ text }) => text)

test('known placeholders are replaced in both languages and in any case', () => {
  expect(fillPlaceholders('Sayın {ad}, {makine} ({seri}), {talep}', values)).toBe(
    'Sayın Ayşe Demir, Torna 200 (SN-7), #1042',
  )
  expect(fillPlaceholders('{NAME}{Machine} {SERİ}{TICKET}', values)).toBe(
    'Ayşe DemirTorna 200 SN-7#1042',
  )
})

test('one that is unknown or has no value stays', () => {
  const filled = fillPlaceholders('{ad}: {servis günü} {seri}', { ...values, serial: ' ' })
  expect(filled).toBe('Ayşe Demir: {servis günü} {seri}')
  expect(namesIn(filled)).toEqual(['{servis günü}', '{seri}'])
})

test('a value is not read for placeholders', () => {
  expect(fillPlaceholders('{ad} {seri}', { ...values, name: '{seri}' })).toBe('{seri} SN-7')
})

test.each([
  '{}',
  '{ }',
  '{0}',
  '{x}',
  '{ ad }',
  '{"ad"}',
  '{ a: 1 }',
  '{ad: 1}',
  '{a.b}',
  `\${ad}`,
  '{{ad}}',
  '{ad\n}',
  '{ad',
  'ad}',
  `{${'a'.repeat(41)}}`,
])('%j is no placeholder', text => {
  expect(findPlaceholders(text)).toEqual([])
  expect(fillPlaceholders(text, values)).toBe(text)
})
