import { expect, test } from 'vitest'
import { plainSubject } from './subject.ts'

test.each([
  ['Kayış koptu', 'Kayış koptu'],
  ['Re: Kayış koptu', 'Kayış koptu'],
  ['YNT: Re: [Demir Makine] #1001 Kayış koptu', 'Kayış koptu'],
  ['İlt: Kayış koptu', 'Kayış koptu'],
  ['Fwd: FW: Kayış koptu', 'Kayış koptu'],
  ['Re[2]: Kayış koptu', 'Kayış koptu'],
  ['[Acil] Kayış koptu', '[Acil] Kayış koptu'],
  ['Rezervuar: taştı', 'Rezervuar: taştı'],
  ['Re:', ''],
])('the subject %j is %j', (subject, plain) => {
  expect(plainSubject(subject)).toBe(plain)
})
