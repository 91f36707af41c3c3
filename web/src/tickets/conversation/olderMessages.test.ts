import { expect, test } from 'vitest'
import type { Message, Ticket } from '#contract/tickets.ts'
import { addOlderMessages, keepOlderMessages, renewMessages } from './olderMessages.ts'

const messagesOf = (ids: string) => [...ids].map(_id => ({ _id }) as Message)
const ticketOf = (ids: string, earlier?: string) =>
  ({ _id: 't', conversation: messagesOf(ids), ...(earlier && { earlier }) }) as Ticket
const read = ({ conversation, earlier }: Ticket) => [
  conversation.map(({ _id }) => _id).join(''),
  earlier,
]

test.each([
  ['a first response stays as it is', undefined, ticketOf('def', 'd'), ['def', 'd']],
  [
    'messages that a response no longer has are kept',
    ticketOf('def', 'd'),
    ticketOf('efg', 'e'),
    ['defg', 'd'],
  ],
  [
    'loaded older messages are kept, up to the first one',
    ticketOf('abcdef'),
    ticketOf('efg', 'e'),
    ['abcdefg', undefined],
  ],
  ['an equal response changes nothing', ticketOf('def', 'd'), ticketOf('def', 'd'), ['def', 'd']],
  [
    'after more new messages than a response has, only the response is shown',
    ticketOf('abc', 'a'),
    ticketOf('xyz', 'x'),
    ['xyz', 'x'],
  ],
  [
    'a whole conversation needs nothing of the earlier response',
    ticketOf('ab'),
    ticketOf('abc'),
    ['abc', undefined],
  ],
])('%s', (_, previous, latest, expected) => {
  expect(read(keepOlderMessages(previous, latest))).toEqual(expected)
})

test('a page goes before the messages whose cursor it was loaded with', () => {
  expect(
    read(addOlderMessages(ticketOf('def', 'd'), 'd', { messages: messagesOf('bc'), earlier: 'b' })),
  ).toEqual(['bcdef', 'b'])
  expect(
    read(addOlderMessages(ticketOf('cdef', 'c'), 'c', { messages: messagesOf('ab') })),
  ).toEqual(['abcdef', undefined])
})

test('a page that another one has overtaken is dropped', () => {
  expect(
    read(
      addOlderMessages(ticketOf('bcdef', 'b'), 'd', { messages: messagesOf('bc'), earlier: 'b' }),
    ),
  ).toEqual(['bcdef', 'b'])
})

test('renewed messages take the place of their earlier versions, and no others are added', () => {
  const [renewed] = messagesOf('b')
  const { conversation } = renewMessages(ticketOf('abc'), [renewed as Message, ...messagesOf('x')])
  expect(conversation.map(({ _id }) => _id)).toEqual(['a', 'b', 'c'])
  expect(conversation[1]).toBe(renewed)
})
