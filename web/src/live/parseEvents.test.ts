import { expect, test } from 'vitest'
import { createEventParser } from './parseEvents.ts'

const parsed = (...pieces: string[]) => {
  const parse = createEventParser()
  return pieces.flatMap(piece => parse(piece)).flatMap(({ data }) => data ?? [])
}

test('an event is its data up to an empty line, whichever line ends the server uses', () => {
  expect(parsed('data: {"a":1}\n\ndata:b\r\n\r\ndata: c\r\rdata: d')).toEqual(['{"a":1}', 'b', 'c'])
})

test('an event may arrive in any pieces', () => {
  const text = ':\n\ndata: {"kind":"ticket"}\n\n:\r\n\r\ndata: ikinci\r\n\r\n'
  for (let at = 0; at <= text.length; at++)
    expect(parsed(text.slice(0, at), text.slice(at))).toEqual(['{"kind":"ticket"}', 'ikinci'])
  expect(parsed(...text)).toEqual(['{"kind":"ticket"}', 'ikinci'])
})

test('data of several lines is one event', () => {
  expect(parsed('event: x\nid: 7\ndata: a\ndata:  b\n\n')).toEqual(['a\n b'])
})

test('an id is of its event, or of none', () => {
  const parse = createEventParser()
  expect(parse('id: 7\ndata: a\n\nid:8\n\ndata: b\n\n')).toEqual([
    { data: 'a', id: '7' },
    { data: null, id: '8' },
    { data: 'b', id: null },
  ])
})

test('comments, heartbeats and an incomplete event are nothing', () => {
  expect(parsed(':\n\n', ':\n\n', 'retry: 5\n\n', 'data: a\n')).toEqual([])
})
