import { describe, expect, test } from 'vitest'
import { asciiHost, canonicalAddress, canReceiveMail, formerAddress } from './addresses.ts'

describe('one mailbox has one spelling', () => {
  test.each([
    ['İLKER@DEMO.TEST', 'ilker@demo.test'],
    ['ilker@demo.test', 'ilker@demo.test'],
    ['I\u0307LKER@demo.test', 'ilker@demo.test'],
    ['i\u0307lker@demo.test', 'ilker@demo.test'],
    ['ILGIN@DEMO.TEST', 'ilgin@demo.test'],
    ['ece@örnek.test', 'ece@xn--rnek-4qa.test'],
    ['Ece@ÖRNEK.TEST', 'ece@xn--rnek-4qa.test'],
    ['ece@o\u0308rnek.test', 'ece@xn--rnek-4qa.test'],
    ['ece@XN--RNEK-4QA.test', 'ece@xn--rnek-4qa.test'],
    ['ali@İSTANBUL.TEST', 'ali@istanbul.test'],
    ['ali@demo。test', 'ali@demo.test'],
    ['ali＠demo.test', 'ali@demo.test'],
    ['Ali＠ＤＥＭＯ．ＴＥＳＴ', 'ali@demo.test'],
    ['ali@ｄｅｍｏ.test', 'ali@demo.test'],
    ['ali@demo.test.', 'ali@demo.test'],
    ['\u200bali@demo.test\ufeff', 'ali@demo.test'],
    ['\u202aali@demo.test\u202c', 'ali@demo.test'],
    ['\u00a0ali@de\u00admo.test\u200e ', 'ali@demo.test'],
    ['ŞEYMA@demo.test', 'şeyma@demo.test'],
    ['s\u0327eyma@demo.test', 'şeyma@demo.test'],
    ['ali@نامه\u200cای.com', 'ali@xn--mgba3gch31f060k.com'],
    ['\u200cal\u200di@\u200cdemo\u200d.test\u200c ', 'ali@demo.test'],
  ])('%j is %j', (typed, stored) => {
    expect(canonicalAddress(typed)).toBe(stored)
    expect(canonicalAddress(stored)).toBe(stored)
  })

  test.each([
    ['ışık@demo.test', 'isik@demo.test', 'a small ı, which the owner of another mailbox writes'],
    ['seyma@demo.test', 'şeyma@demo.test', 'an s and a ş'],
    ['a.li@demo.test', 'ali@demo.test', 'a dot'],
    ['ali+is@demo.test', 'ali@demo.test', 'a tag'],
  ])('%j and %j are two: %s', (one, other) => {
    expect(canonicalAddress(one)).not.toBe(canonicalAddress(other))
  })

  test.each([
    '',
    'ali',
    '@',
    'ali@',
    '@demo.test',
    'ali@x y',
    'ali@[1.2.3.4]',
    'ali@a/ö',
    'ali@ö:80',
    'ali@%C3%B6',
  ])('what is no address stays as it is: %j', typed => {
    expect(canonicalAddress(typed)).toBe(typed.toLowerCase())
  })

  test('the spelling of a spelling is the same, whatever letter is in it', () => {
    for (let code = 1; code < 0x3000; code++) {
      const once = canonicalAddress(
        `a${String.fromCodePoint(code)}b@${String.fromCodePoint(code)}c.test`,
      )
      if (canonicalAddress(once) !== once) expect.fail(`${code.toString(16)}: ${once}`)
    }
  })
})

test('a joiner that a script needs is of its host, also as typed at a sign-in, and any other makes no host', () => {
  expect(formerAddress('Ali@نامه\u200cای.com')).toBe('ali@نامه\u200cای.com')
  expect(canonicalAddress('ali@نامهای.com')).not.toBe(canonicalAddress('ali@نامه\u200cای.com'))
  expect(canReceiveMail(canonicalAddress('ali@de\u200cmo.test'))).toBe(false)
})

test.each(['demo.test', 'a.b.c', 'xn--rnek-4qa.test', '1.demo.test'])(
  '%s can receive mail',
  host => {
    expect(canReceiveMail(`ali@${host}`)).toBe(true)
  },
)

test.each([
  'demo',
  'demo..test',
  '.demo.test',
  'demo.test..',
  '-demo.test',
  'demo-.test',
  '1.2.3.4',
  'a.1',
  `${'a'.repeat(64)}.test`,
  'örnek.test',
])('%s cannot receive mail', host => {
  expect(canReceiveMail(`ali@${host}`)).toBe(false)
})

test.each(['.ali', 'ali.', 'a..li', '.'])(
  '%s is refused by mail servers as a local part without quotes',
  localPart => {
    expect(canReceiveMail(`${localPart}@demo.test`)).toBe(false)
  },
)

test('a host of an address with a port or a path is no host', () => {
  expect(asciiHost('örnek.test:80')).toBe('örnek.test:80')
})
