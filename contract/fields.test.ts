import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  day,
  email,
  emailOfAccount,
  fileName,
  id,
  instant,
  line,
  text,
  validEmailOfAccount,
} from './fields.ts'
import { NewFile } from './files.ts'
import { newPassword } from './password.ts'

const fields = {
  line: line(200),
  text: text(5_000),
  fileName,
  email,
  emailOfAccount,
  validEmailOfAccount,
  id,
  day,
  instant,
  newPassword,
  fileType: NewFile.shape.fileType,
}
const implicitMarks = [...'\u061c\u200e\u200f']
const explicitMarks = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069']
const directionMarks = [...implicitMarks, ...explicitMarks]
// Security: P7
test.each(directionMarks)(
  'one line of text has no mark that turns its reading direction (%j), a text of many lines may',
  mark => {
    expect(z.safeParse(fields.line, `fatura${mark}fdp.exe`).error?.issues[0]?.message).toBe(
      'directionMarks',
    )
    expect(z.safeParse(fields.text, `fatura${mark}fdp.exe`).success).toBe(true)
  },
)

test('the name of a file loses implicit direction marks, such as those of messengers, and has no others', () => {
  for (const mark of implicitMarks)
    expect(fileName.parse(`${mark}fatura${mark} 1.pdf`)).toBe('fatura 1.pdf')
  for (const mark of explicitMarks)
    expect(fileName.safeParse(`fatura${mark}fdp.exe`).error?.issues[0]?.message).toBe(
      'directionMarks',
    )
  for (const name of ['\u200e', '\u200e..', '.\u200f.', '\u200e/etc'])
    expect(fileName.safeParse(name).success).toBe(false)
})

test.each(directionMarks)(
  'an e-mail address loses a mark that turns its reading direction (%j)',
  mark => {
    for (const field of [fields.email, fields.emailOfAccount])
      expect(z.parse(field, `a${mark}b@c.test`)).toBe('ab@c.test')
  },
)

const unseen = [
  '\u200b',
  '\u00ad',
  '\u2060',
  '\ufeff',
  '\u3164',
  '\u2800',
  '\u034f',
  '\u{e0020}',
  '\u00a0',
  '\ufffc',
  '\u20d0',
]
test.each(unseen)('a text of which nothing is seen (%j) is an empty one', letter => {
  for (const field of [fields.line, text(200)])
    expect(z.safeParse(field, `${letter} ${letter}`).error?.issues[0]).toMatchObject({
      code: 'too_small',
      minimum: 1,
    })
  for (const field of [line(200, 0), text(200, 0)]) expect(z.parse(field, letter)).toBe('')
})

test.each([
  '👩\u200d🔧 Atölyesi',
  'می\u200cخواهم',
  'Döküm\u00adhane',
  '☎\ufe0f',
  'I\u0307nci',
  'Ege\u00a0Döküm',
])('a text keeps the characters with which it was written: %j', written => {
  expect(z.parse(fields.line, written)).toBe(written)
  expect(z.parse(fields.text, written)).toBe(written)
})

test.each([
  'ali@demo..test',
  'ali@demo.test,b@c.test',
  'ali',
  'ali@',
  'a b@c.test',
  'ali@demo',
  'ali@1.2.3.4',
  '.ali@demo.test',
  'ali.@demo.test',
  'a..li@demo.test',
  `${'ö'.repeat(60)}@${'ö'.repeat(100)}.${'ö'.repeat(90)}`,
])(
  '%j is no e-mail address, and the answer to an account of it is that of any unknown one',
  address => {
    expect(
      z.safeParse(fields.email, address).error?.issues.map(({ message, code }) => message || code),
    ).toHaveLength(1)
    expect(z.safeParse(fields.emailOfAccount, address).success).toBe(true)
  },
)

test.each([
  'ops@192.168.1.5',
  'a..li@demo.test',
  'ali@demo..test',
  'ali@-demo.test',
  'ali@نامه\u200cای.com',
])(
  'an account that an earlier version accepted can be named where a mistyped address is refused: %j',
  address => {
    expect(z.parse(validEmailOfAccount, address)).toBe(address)
  },
)

test.each(['ali', 'ali@demo', 'ali@demo.test, b@c.test', '\u200b@demo.test'])(
  '%j is told to be mistyped',
  address => {
    expect(z.safeParse(validEmailOfAccount, address).success).toBe(false)
  },
)

const around = {
  dots: '.',
  letters: 'a',
  digits: '1',
  blanks: ' ',
  ats: '@',
  slashes: '/',
  dashes: '-',
}

// A regular expression that backtracks from each position takes minutes
// on such a text, and blocks the event loop: the test times out.
describe.each(Object.entries(fields))('%s', (_, field) => {
  test.each(Object.entries(around))('is done at once with two hundred thousand %s', (_, letter) => {
    for (const edge of ['', '@', '/', 'Z!'])
      z.safeParse(field, `a${edge}${letter.repeat(200_000)}${edge}`)
  })
})
