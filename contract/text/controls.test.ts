import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { fileName, line, text } from '../fields.ts'
import { cleanLine, cleanText } from './controls.ts'

const codes = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => String.fromCharCode(from + i))
const letters = [...codes(0, 0x3100), ...codes(0xd7f0, 0xe010), ...codes(0xfe00, 0x10000)]
const accepts = (field: z.ZodMiniType, value: string) => field.safeParse(value).success
const issueOf = (field: z.ZodMiniType, value: string) =>
  field.safeParse(value).error?.issues[0]?.message

describe('a text of many lines', () => {
  test.each([
    [
      'of a PDF, with what it has for hyphens',
      'Hidrolik ko\u0002ruma de\u0002vre dışı',
      'Hidrolik koruma devre dışı',
    ],
    ['of a slide, with its line breaks', 'Alarm\vE-217', 'Alarm\nE-217'],
    ['of a terminal', '\u001b[31mE-217\u001b[0m\u0007', '[31mE-217[0m'],
    ['with half an emoji', 'Tamam \ud83d', 'Tamam '],
    ['of a database, with its end', 'E-217\0', 'E-217'],
  ])('%s, is refused, and accepted without its control characters', (_, pasted, clean) => {
    expect(issueOf(text(100), pasted)).toBe('controlCharacters')
    expect(cleanText(pasted)).toBe(clean)
    expect(accepts(text(100), clean)).toBe(true)
  })

  test('keeps everything else', () => {
    const valid =
      'Çığ\tE-217\r\nikinci satır\n\u00a0\u200d👩‍🔧 \u202efdp\u202c \u0085\u2028ﬁ e\u0301'
    expect(cleanText(valid)).toBe(valid)
  })

  test('loses no character that the contract accepts, and has none that it refuses', () => {
    for (const letter of letters) {
      const pasted = `a${letter}b`
      expect(accepts(text(100), cleanText(pasted))).toBe(true)
      if (accepts(text(100), pasted)) expect(cleanText(pasted)).toBe(pasted)
    }
  })
})

describe('one line', () => {
  test.each([
    ['of two cells', 'SN-4711\tTorna', 'SN-4711 Torna'],
    ['of several lines', 'Piston\r\naltında\u2028yağ', 'Piston altında yağ'],
    ['with controls of an old encoding', 'Irmak\u0096Mak\u0002ina', 'IrmakMakina'],
  ])('%s, is refused, and accepted without its control characters', (_, pasted, clean) => {
    expect(issueOf(line(100), pasted)).toBe('controlCharacters')
    expect(cleanLine(pasted)).toBe(clean)
  })

  test.each([
    ['of a contact of Windows', '\u202a+90 532 123 45 67\u202c', '+90 532 123 45 67'],
    ['of a messenger', '\u200eWhatsApp Belgesi', 'WhatsApp Belgesi'],
    ['of a contact card of macOS', '\u2068Işıl Usta\u2069.vcf', 'Işıl Usta.vcf'],
  ])('%s, is refused, and accepted without its direction marks', (_, pasted, clean) => {
    expect(issueOf(line(100), pasted)).toBe('directionMarks')
    expect(cleanLine(pasted)).toBe(clean)
  })

  test('has no control character or direction mark that the contract refuses, and loses nothing else', () => {
    for (const letter of letters) {
      const pasted = `a${letter}b`
      expect(accepts(line(100), cleanLine(pasted))).toBe(true)
      expect(['controlCharacters', 'directionMarks']).not.toContain(
        issueOf(fileName, cleanLine(pasted)),
      )
      if (accepts(line(100), pasted)) expect(cleanLine(pasted)).toBe(pasted)
    }
  })
})
