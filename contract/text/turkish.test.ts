import { describe, expect, test } from 'vitest'
import { fold, inTurkishOrder, isSeen, withoutUnseen } from './turkish.ts'

describe('searching', () => {
  test.each(['istanbul', 'İSTANBUL', 'ISTANBUL', 'Istanbul', 'ıstanbul'])(
    '%s finds İstanbul',
    typed => {
      expect(fold('İstanbul Döküm')).toContain(fold(typed))
    },
  )

  test.each([
    ['çelik', 'CELIK'],
    ['Şişli', 'sisli'],
    ['ağır', 'agir'],
    ['Özgür', 'OZGUR'],
    ['Ümit', 'umit'],
  ])('%s and %s count as the same', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })

  test.each([
    ['SN-1', 'SN-1\u200b', 'a zero-width space'],
    ['SN-1', 'S\u00adN\u2060-1\ufeff', 'a soft hyphen, a word joiner and a byte-order mark'],
    ['SN 1', 'SN\u00a01', 'a no-break space'],
    ['SN 1', ' SN \u2009\u2800\n 1 ', 'thin and braille blanks, and a line break'],
    ['SN-1', 'SN\u20111', 'a hyphen that does not break'],
    ['SN-1', 'ＳＮ－１', 'full-width letters'],
    ['firma', 'ﬁrma', 'a ligature'],
    ['می\u200cخواهم', 'میخواهم', 'a zero-width non-joiner'],
    ['👩\u200d🔧', '👩🔧', 'a zero-width joiner'],
    ['☎\ufe0f', '☎', 'a variation selector'],
    ['SN-1', 'SN-1\ufffc', 'the place of a picture in a rich text'],
  ])('%j and %j count as the same: %s', (one, other) => {
    expect(fold(one)).toBe(fold(other))
  })
})

test.each([
  '',
  ' \n',
  '\u200b',
  '\u00ad\u2060\ufeff',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '\u00a0\u3000',
  '\u0301',
  '\ufe0f',
  '\u{e0041}',
  '\u{1d159}',
  '\ufffc',
])('nothing is seen of %j', text => {
  expect(isSeen(text)).toBe(false)
  expect(fold(text)).toBe('')
})

test.each(['\u20d0', '\u0483', '\u064b', '\u0941', '\ufe20', ' \u20d0\u0301\u00a0\u{1e8d0}'])(
  'nothing is seen of marks without a letter: %j',
  text => {
    expect(isSeen(text)).toBe(false)
  },
)

test.each([
  'İ',
  'ı',
  'x\u200b',
  '👩\u200d🔧',
  '☎\ufe0f',
  'می\u200cخواهم',
  '漢',
  '-',
  '´',
  '1\u20e3',
  'हिन्दी',
])('%j is seen', text => {
  expect(isSeen(text)).toBe(true)
})

test('of a text without what is not seen the letters, marks and blanks stay', () => {
  expect(withoutUnseen('\u200e#8A\u00ad1C4F\ufffc \u2060e\u0301\ufeff')).toBe('#8A1C4F e\u0301')
})

test('names are sorted by the Turkish alphabet, numbers in names by their value', () => {
  const names = ['Şahin', 'Zor', 'Irmak', 'İnci', 'Çelik', 'Cihan', 'Süt', 'Torna 10', 'Torna 9']
  expect(names.toSorted(inTurkishOrder)).toEqual([
    'Cihan',
    'Çelik',
    'Irmak',
    'İnci',
    'Süt',
    'Şahin',
    'Torna 9',
    'Torna 10',
    'Zor',
  ])
})
