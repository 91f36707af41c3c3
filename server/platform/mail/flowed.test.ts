import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unflow } from './flowed.ts'
import { parseMail } from './parse-mail.ts'

test.each([
  [
    'lines of one paragraph',
    'Makine bugün \nyine durdu.\n\nTamam.',
    'Makine bugün yine durdu.\n\nTamam.',
  ],
  ['quoted lines of one level', '> Işık yanıyor \n> mu?', '> Işık yanıyor mu?'],
  ['an answer below a quoted line', '> Işık? \nSönük.', '> Işık? \nSönük.'],
  ['quotes of different levels', '>> Işık? \n> Kablo?', '>> Işık? \n> Kablo?'],
  ['the line above a signature', 'Evet.\n-- \nAyşe', 'Evet.\n-- \nAyşe'],
  ['stuffed lines', ' From: Ayşe\n  iki', 'From: Ayşe\n iki'],
  ['line breaks of Windows', 'Makine \r\ndurdu.\r\n', 'Makine durdu.\n'],
])('%s', (_, text, joined) => {
  expect(unflow(text, 'flowed')).toBe(joined)
})

test('a space that was added for wrapping is removed', () => {
  expect(unflow('Makine \ndurdu.', 'delsp')).toBe('Makinedurdu.')
})

test('no word is lost', () => {
  const line = fc.oneof(
    fc.constantFrom('', ' ', '> ', '>', '>> a ', '-- ', 'b '),
    fc.string({ maxLength: 10 }),
  )
  const words = (text: string) => text.replaceAll(/[\s>]/g, '')
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom('fixed', 'flowed', 'delsp'), (lines, flow) => {
      expect(words(unflow(lines.join('\n'), flow))).toBe(words(lines.join('\n')))
    }),
  )
})

test.each([
  ['text/plain; charset=utf-8; format=flowed', 'Işık yanıyor mu? Sönük, format=flowed'],
  [
    'text/plain; charset=utf-8;\r\n\tFORMAT="flowed"; DelSp="yes"',
    'Işık yanıyormu? Sönük, format=flowed',
  ],
  ['text/plain; charset=utf-8', 'Işık yanıyor \nmu? Sönük, format=flowed'],
  ['text/html; charset=utf-8; format=flowed', 'Işık yanıyor \nmu? Sönük, format=flowed'],
])('the lines of a part are joined as its %s says', async (type, text) => {
  const raw = `Subject: format=flowed\r\nContent-Type: ${type}\r\n\r\nIşık yanıyor \r\nmu? Sönük, format=flowed\r\n`
  const email = await parseMail(Buffer.from(raw))
  expect(email.subject).toBe('format=flowed')
  expect((email.text ?? email.html ?? '').trim()).toBe(text)
})

test('a megabyte of lines is joined in time', () => {
  const text = '> a \n'.repeat(2 ** 18)
  expect(unflow(text, 'flowed').length).toBeLessThanOrEqual(text.length)
})
