import { describe, expect, test } from 'vitest'
import { findUnmetRules } from './passwords.ts'

describe('the checklist of a password', () => {
  test('nothing typed leaves every rule to be met', () => {
    expect(findUnmetRules({ password: '', repeat: '' })).toEqual([
      'long',
      'number',
      'capital',
      'match',
    ])
  })

  test('a Turkish capital letter counts as a capital letter', () => {
    expect(findUnmetRules({ password: 'şifre1234İ', repeat: 'şifre1234İ' })).toEqual([])
  })

  test('a different repetition is reported', () => {
    expect(findUnmetRules({ password: 'Torna1453', repeat: 'Torna1454' })).toEqual(['match'])
  })
})
