import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '#testing/csv.ts'
import { csvLine } from './csv.ts'

const formula = /^[=+\-@\t\r＝＋－＠]/u
/** Texts with many special characters. */
const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'=+-@＝＋－＠;,"\'\t\r\n \u00a0aé'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
})
const rows = fc.array(fc.array(texts, { minLength: 3, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
})

/** The cells of a program that ignores quotes. */
const ignoringQuotes = (file: string, separator: string) =>
  file.split(/\r\n|\r|\n/).flatMap(line => line.split(separator))

/** The cells of a program that starts a quotation only at the start of a cell. */
function honouringQuotes(file: string, separator: string): string[] {
  const cells = ['']
  let quoted = false
  let started = false
  for (let at = 0; at < file.length; at++) {
    const letter = file[at] as string
    const doubled = quoted && letter === '"' && file[at + 1] === '"'
    const ends = !quoted && [separator, '\r', '\n'].includes(letter)
    if (doubled) at += 1
    if (ends) cells.push('')
    else if (letter === '"' && !doubled && (quoted || !started)) quoted = !quoted
    else cells[cells.length - 1] += letter
    started = !ends
  }
  return cells
}

/** The cells of a program in which every quotation mark begins or ends a quotation. */
function turningAtEveryQuote(file: string, separator: string): string[] {
  const cells = ['']
  let quoted = false
  for (const letter of file) {
    if (letter === '"') quoted = !quoted
    else if (!quoted && [separator, '\r', '\n'].includes(letter)) cells.push('')
    else cells[cells.length - 1] += letter
  }
  return cells
}

for (const [parser, cellsOf] of Object.entries({
  ignoringQuotes,
  honouringQuotes,
  turningAtEveryQuote,
}))
  test.each([';', ',', '\t'])(
    `no text makes a formula of a cell where a program splits at %j, ${parser}`,
    splitAt => {
      fc.assert(
        fc.property(rows, fc.constantFrom(';', ','), (rows, separator) => {
          const file = rows.map(row => csvLine(row, separator)).join('')
          for (const cell of cellsOf(file, splitAt)) {
            expect(cell).not.toMatch(formula)
            // for programs that trim blanks and quotes
            expect(cell.replace(/^["\s]+/, '')).not.toMatch(formula)
          }
        }),
        { numRuns: 500 },
      )
    },
  )

// Security: P6
test('a reader of CSV gets each text back, with apostrophes before what could begin a formula and blanks for tabs and line breaks', () => {
  const readable = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
  const withoutApostrophes = (text: string) => text.replaceAll("'", '')
  fc.assert(
    fc.property(rows, rows => {
      const read = readCsv(['abc', ...rows].map(row => csvLine([...row], ',')).join(''))
      expect(
        read.map(({ a, b, c }) => [a, b, c].map(text => withoutApostrophes(text as string))),
      ).toEqual(rows.map(row => row.map(text => withoutApostrophes(readable(text)))))
    }),
  )
})

test.each([
  ['Şişli Pres, 40 t; "yeni"', '"Şişli Pres, 40 t; ""yeni"""'],
  ["M;=cmd|' /C calc'!A0;", `"M;'=cmd|' /C calc'!A0;'"`],
  ['=HYPERLINK("http://a.test")', `"'=HYPERLINK(""http://a.test"")"`],
  ['a - b = c@d', '"a - b = c@d"'],
  ['x, -5', `"x,' -5"`],
  ['\t＝1', `"' ＝1"`],
  ['iki\r\nsatır', '"iki  satır"'],
  [null, '""'],
])('%j is written %s', (text, written) => {
  expect(csvLine([text], ';')).toBe(`${written}\r\n`)
})
