import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  directionParts,
  hasDirectionMark,
  withoutDirectionMarks,
  withVisibleMarks,
} from './direction.ts'

test('no text has a character that turns the reading direction once its marks are visible, and nothing else is changed', () => {
  const units = fc.oneof(
    fc.constantFrom(
      ...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069aşא⟦',
    ),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(fc.string({ unit: units }), text => {
      const visible = withVisibleMarks(text)
      expect(visible).not.toMatch(/\p{Bidi_Control}/u)
      expect(
        directionParts(text)
          .map(part => (part.mark ? '' : part.text))
          .join(''),
      ).toBe(withoutDirectionMarks(text))
      expect(hasDirectionMark(withoutDirectionMarks(text))).toBe(false)
      expect(hasDirectionMark(text)).toBe(/\p{Bidi_Control}/u.test(text))
    }),
  )
})

test('a direction mark is shown by the abbreviation that Unicode gives it', () => {
  expect(withVisibleMarks('ek: \u202egnp.exe\u202c')).toBe('ek: ⟦RLO⟧gnp.exe⟦PDF⟧')
})
