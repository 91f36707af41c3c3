import { describe, expect, test } from 'vitest'
import { fold, inTurkishOrder } from '#contract/turkish.ts'
import { findUnmetRules } from './passwords.ts'

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

describe('the checklist of a password', () => {
  test('nothing typed leaves every rule to be met', () => {
    expect(findUnmetRules({ password: '', repeat: '' })).toEqual(['long', 'number', 'capital', 'match'])
  })

  test('a Turkish capital letter counts as a capital letter', () => {
    expect(findUnmetRules({ password: 'şifre1234İ', repeat: 'şifre1234İ' })).toEqual([])
  })

  test('a different repetition is reported', () => {
    expect(findUnmetRules({ password: 'Torna1453', repeat: 'Torna1454' })).toEqual(['match'])
  })
})
