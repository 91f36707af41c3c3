import { expect, test } from 'vitest'
import { splitLinks } from './links.ts'

/** A text with its links in angle brackets. */
const marked = (text: string) =>
  splitLinks(text)
    .map(({ text, href }) => (href === undefined ? text : `<${href}>`))
    .join('')

test.each([
  ['Kılavuz: https://example.com/kilavuz.pdf', 'Kılavuz: <https://example.com/kilavuz.pdf>'],
  [
    'https://a.example ve http://b.example:8080/yol?x=1&y=ş#son',
    '<https://a.example> ve <http://b.example:8080/yol?x=1&y=ş#son>',
  ],
  ['Bakın: https://example.com/a.', 'Bakın: <https://example.com/a>.'],
  ['Gördünüz mü https://example.com/?q=1?!', 'Gördünüz mü <https://example.com/?q=1>?!'],
  ['(https://example.com/a)', '(<https://example.com/a>)'],
  [
    'https://tr.wikipedia.org/wiki/Torna_(makine)',
    '<https://tr.wikipedia.org/wiki/Torna_(makine)>',
  ],
  ["https://example.com/liste'yi açın", "<https://example.com/liste>'yi açın"],
  ['“https://example.com/a”', '“<https://example.com/a>”'],
  ['<a href="https://example.com/a">x</a>', '<a href="<https://example.com/a>">x</a>'],
  ['HTTPS://EXAMPLE.COM/A', '<HTTPS://EXAMPLE.COM/A>'],
  ['satır\nhttps://example.com\nsatır', 'satır\n<https://example.com>\nsatır'],
  ['https://şişli.example/yağ', '<https://şişli.example/yağ>'],
])('%j', (text, expected) => {
  expect(marked(text)).toBe(expected)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'ftp://example.com/a',
  'file:///etc/passwd',
  'mailto:a@example.com',
  'http://',
  'https://.',
  'http:example.com',
  'xhttps://example.com',
  'www.example.com',
  'E-217 12:04',
  'https://example.com/\u202efdp.exe',
  'https://example.com/\u2066a\u2069',
  'https://exa\u200bmple.com',
  'https://exam\u00adple.com',
])('%s is no link', text => {
  expect(splitLinks(text)).toEqual([{ text }])
})

test('a web address inside a script address links to the web address only', () => {
  expect(
    splitLinks("javascript:location='https://example.com'").flatMap(({ href }) => href ?? []),
  ).toEqual(['https://example.com'])
})

test.each([
  ' https://example.com/a, (https://example.com/b).',
  `https://example.com/${')'.repeat(9_000)}`,
])('nothing of a text is lost', text => {
  expect(
    splitLinks(text)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
})
