import { expect, test } from 'vitest'
import { processorTimeOf } from '#testing/processor-time.ts'
import { type MailPart, readBounce } from './bounce.ts'

const report = (...recipients: string[]): MailPart[] => [
  { type: 'text/plain', text: 'Bu ileti teslim edilemedi.' },
  {
    type: 'message/delivery-status',
    text: ['Reporting-MTA: dns; mx.isik-celik.example', ...recipients].join('\r\n\r\n'),
  },
  {
    type: 'message/rfc822',
    text: 'Reply-To:\r\n <reply+abc@destek.example>\r\nSubject: E12\r\n\r\nReply-To: <other@destek.example>',
  },
]
const failed = (status: string, diagnostic = 'smtp; 550 failed') =>
  report(
    `Final-Recipient: rfc822; ayse@isik-celik.example\nAction: failed\nStatus: ${status}\nDiagnostic-Code: ${diagnostic}`,
  )

test('a report names recipient, action, status and reason, and the reply address of the mail that came back', () => {
  expect(
    readBounce(failed('5.1.1 (unknown)', 'smtp; 550-5.1.1 The account\n    does not exist')),
  ).toEqual({
    recipients: [
      {
        recipient: 'ayse@isik-celik.example',
        action: 'failed',
        status: '5.1.1',
        permanent: true,
        diagnostic: '550-5.1.1 The account does not exist',
      },
    ],
    replyTo: '<reply+abc@destek.example>',
  })
})

test.each([
  ['5.1.1', 'smtp; 550 5.1.1 User unknown', true],
  ['5.1.10', 'smtp; 550 5.1.10 Recipient not found', true],
  ['5.1.2', 'dns; host not found', true],
  ['5.2.1', 'smtp; 550 5.2.1 Mailbox disabled', true],
  ['5.4.4', 'smtp; no route', true],
  ['5.0.0', 'smtp; 550 No such user here', true],
  ['5.3.0', 'smtp; 553 Unknown E-Mail Address', true],
  ['5.2.2', 'smtp; 552 5.2.2 Over quota', false],
  ['5.3.4', 'smtp; 552 Message too big', false],
  ['5.7.1', 'smtp; 550 5.7.1 Rejected as spam, mailbox unavailable', false],
  ['4.4.1', 'smtp; connection timed out', false],
])('status %s with "%s" is permanent: %s', (status, diagnostic, permanent) => {
  expect(readBounce(failed(status, diagnostic)).recipients.map(one => one.permanent)).toEqual([
    permanent,
  ])
})

test('each recipient of a report is read, also one that is delayed or written without a type', () => {
  const { recipients } = readBounce(
    report(
      'Original-Recipient: rfc822;a@x.example\nFinal-Recipient: RFC822; <a@x.example>\nAction: FAILED\nStatus: 5.1.1',
      'Final-Recipient: b@x.example\nAction: delayed\nStatus: 4.4.1',
      'Original-Recipient: rfc822;c@x.example\nStatus: 2.0.0',
    ),
  )
  expect(
    recipients.map(({ recipient, action, permanent }) => [recipient, action, permanent]),
  ).toEqual([
    ['a@x.example', 'failed', true],
    ['b@x.example', 'delayed', false],
    ['c@x.example', 'delivered', false],
  ])
})

test('a status that only the diagnostic has is read from there', () => {
  const [found] = readBounce(
    report(
      'Final-Recipient: rfc822; a@x.example\nAction: failed\nDiagnostic-Code: smtp; 550 5.1.1 unknown',
    ),
  ).recipients
  expect(found).toMatchObject({ status: '5.1.1', permanent: true })
})

test('the returned headers alone have the reply address too', () => {
  const parts = [
    { type: 'text/rfc822-headers', text: 'Reply-to: Satıcı <reply+abc@destek.example>' },
  ]
  expect(readBounce(parts)).toEqual({
    recipients: [],
    replyTo: 'Satıcı <reply+abc@destek.example>',
  })
})

test('a bounce of qmail is read from its text', () => {
  const text =
    'Hi. This is the qmail-send program at x.example.\n\n<a@x.example>:\nSorry, no mailbox here by that name. User unknown (#5.1.1)\n\n--- Below'
  expect(readBounce([{ type: 'text/plain', text }]).recipients).toEqual([
    {
      recipient: 'a@x.example',
      action: 'failed',
      status: '5.1.1',
      permanent: true,
      diagnostic: 'Sorry, no mailbox here by that name. User unknown (#5.1.1)',
    },
  ])
})

test('a mail of a person is no bounce', () => {
  expect(
    readBounce([
      { type: 'text/plain', text: 'Final-Recipient: rfc822; a@x.example\nAction: failed' },
    ]),
  ).toEqual({
    recipients: [],
    replyTo: null,
  })
})

test.each([
  ['blank lines', '\n'.repeat(2 ** 20)],
  ['spaces', ' \t'.repeat(2 ** 19)],
  ['recipients', 'Final-Recipient: rfc822; a@x.example\n\n'.repeat(30_000)],
  ['folded lines', `Diagnostic-Code: a\n${' b\n'.repeat(300_000)}`],
  ['parentheses', `Status: ${'('.repeat(2 ** 20)}`],
])('%s of a megabyte are read in time', (_, text) => {
  const read = () => readBounce([{ type: 'message/delivery-status', text }])
  const time = processorTimeOf(() => expect(read().recipients.length).toBeLessThanOrEqual(100))
  expect(time).toBeLessThan(5_000)
})
