import { describe, expect, test } from 'vitest'
import { fold, inTurkishOrder } from '#contract/turkish.ts'
import { broken } from './passwords.ts'

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
  ])('%s and %s are one', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })
})

test('names stand in the order of the Turkish alphabet, numbers in theirs', () => {
  const names = ['Şahin', 'Zor', 'Irmak', 'İnci', 'Çelik', 'Cihan', 'Süt', 'Torna 10', 'Torna 9']
  expect(names.toSorted(inTurkishOrder)).toEqual(['Cihan', 'Çelik', 'Irmak', 'İnci', 'Süt', 'Şahin', 'Torna 9', 'Torna 10', 'Zor'])
})

describe('the checklist of a password', () => {
  test('nothing typed leaves every rule to be met', () => {
    expect(broken({ password: '', repeat: '' })).toEqual(['long', 'number', 'capital', 'match'])
  })

  test('a capital letter of Turkish is one', () => {
    expect(broken({ password: 'şifre1234İ', repeat: 'şifre1234İ' })).toEqual([])
  })

  test('a repetition that differs is told', () => {
    expect(broken({ password: 'Torna1453', repeat: 'Torna1454' })).toEqual(['match'])
  })
})
