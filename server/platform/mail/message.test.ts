import { describe, expect, test } from 'vitest'
import { domainOf, headerAddress } from './message.ts'

describe('in the header of a mail', () => {
  test.each([
    ['Ece@ÖRNEK.test', 'ece@xn--rnek-4qa.test'],
    ['ece@o\u0308rnek.test', 'ece@xn--rnek-4qa.test'],
    ['S\u0327eyma@demo.test.', 'şeyma@demo.test'],
    ['ali@straße.test', 'ali@xn--strae-oqa.test'],
    ['ali@نامه\u200cای.com', 'ali@xn--mgba3gch31f060k.com'],
    ['', ''],
    ['ali', 'ali'],
  ])('%j is %j, whose case, composition and host are spelled otherwise', (written, address) => {
    expect(headerAddress(written)).toBe(address)
    expect(headerAddress(address)).toBe(address)
  })

  test.each([
    'İlker@demo.test',
    'il\u200bker@demo.test',
    'ılker@demo.test',
    'ilker@de\u00admo.test',
    'ilker@ｄｅｍｏ.test',
    'ilker@demo。test',
  ])('%j is another author than ilker@demo.test', other => {
    expect(headerAddress(other)).not.toBe('ilker@demo.test')
  })
})

test('a domain with a letter that browsers drop or replace is not the domain without it, as mail servers look up another one', () => {
  for (const domain of [
    'v\u00adictim.test',
    'vi\u034fctim.test',
    'ｖictim.test',
    'vict\u200dim.test',
  ])
    expect(domainOf(`boss@${domain}`)).not.toBe('victim.test')
})
