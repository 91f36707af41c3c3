import { describe, expect, test } from 'vitest'
import { fold, inTurkishOrder } from './turkish.ts'

describe('searching', () => {
  test.each(['istanbul', 'İSTANBUL', 'ISTANBUL', 'Istanbul', 'ıstanbul'])('%s finds İstanbul', typed => {
    expect(fold('İstanbul Döküm')).toContain(fold(typed))
  })

  test.each([
    ['çelik', 'CELIK'],
    ['Şişli', 'sisli'],
    ['ağır', 'agir'],
    ['Özgür', 'OZGUR'],
    ['Ümit', 'umit'],
  ])('%s and %s count as the same', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })
})

test('names are sorted by the Turkish alphabet, numbers in names by their value', () => {
  const names = ['Şahin', 'Zor', 'Irmak', 'İnci', 'Çelik', 'Cihan', 'Süt', 'Torna 10', 'Torna 9']
  expect(names.toSorted(inTurkishOrder)).toEqual(['Cihan', 'Çelik', 'Irmak', 'İnci', 'Süt', 'Şahin', 'Torna 9', 'Torna 10', 'Zor'])
})
