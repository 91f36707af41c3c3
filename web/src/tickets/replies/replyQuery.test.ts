import { expect, test } from 'vitest'
import { matchReplies, replyQueryAt, textOfReply } from './replyQuery.ts'

const at = (text: string) => replyQueryAt(text, text.length)

test('a slash at the start of a line or of a word begins a query, which ends at the caret', () => {
  expect(at('/')).toEqual({ start: 0, query: '' })
  expect(at('Merhaba /gar')).toEqual({ start: 8, query: 'gar' })
  expect(at('Merhaba\n/ısı')).toEqual({ start: 8, query: 'ısı' })
  expect(replyQueryAt('/garanti ile', 3)).toEqual({ start: 0, query: 'ga' })
})

test.each(['ve/veya', '1/2', 'https://', '/etc/', '/gar ', '//', 'garanti', ''])(
  'in %j nothing is asked for',
  text => expect(at(text)).toBeNull(),
)

const reply = (shortcode: string, turkish: string, english = '') => ({
  _id: shortcode,
  shortcode,
  turkish,
  english,
  isOfTeam: true,
  files: [],
})

test('shortcodes come before texts, and dots of letters do not matter', () => {
  const replies = [
    reply('bakim', 'Isınma beklenir.'),
    reply('motor-isinma', 'Motor'),
    reply('ISINMA', 'Mil'),
    reply('yağ', 'Yağ', 'The spindle warms up: ISINMA'),
    reply('yedek', 'Parça yolda.'),
  ]
  const codes = (query: string) => matchReplies(replies, query).map(each => each.shortcode)
  expect(codes('ısınma')).toEqual(['ISINMA', 'motor-isinma', 'bakim', 'yağ'])
  expect(codes('')).toHaveLength(5)
  expect(codes('yok')).toEqual([])
})

test('a reply in one language only is inserted in that one', () => {
  expect(textOfReply(reply('a', 'Merhaba', 'Hello'), 'en')).toEqual({
    text: 'Hello',
    language: 'en',
  })
  expect(textOfReply(reply('a', 'Merhaba'), 'en')).toEqual({ text: 'Merhaba', language: 'tr' })
})
