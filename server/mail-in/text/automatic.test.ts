import { expect, test } from 'vitest'
import {
  headerReason,
  isNoticeSubject,
  isOldAbsence,
  isProgramAddress,
  mayBeAnswered,
  namesTicket,
  programRules,
  senderRules,
  subjectRules,
  unansweredRules,
} from './automatic.ts'
import type { HeaderFields } from './headers.ts'

const none: HeaderFields = new Map()
const person = 'ayse@isik-celik.example'
const ticket = { number: 1042, title: 'Soğutma pompası' }

test.each(programRules)(
  'a mail with "$header: $example" is automatic',
  ({ header, example, reason = 'automaticHeader' }) => {
    const headers = new Map([[header, [example]]])
    expect(headerReason(headers)).toBe(reason)
    expect(mayBeAnswered(headers, person)).toBe(false)
  },
)

test.each(unansweredRules)(
  'a mail with "$header: $example" can be of a person, and is not answered',
  ({ header, example }) => {
    const headers = new Map([[header, [example]]])
    expect(headerReason(headers)).toBeNull()
    expect(mayBeAnswered(headers, person)).toBe(false)
  },
)

test.each(senderRules)('a mail from $example is automatic ($name)', ({ example }) => {
  expect(isProgramAddress(example)).toBe(true)
  expect(mayBeAnswered(none, example)).toBe(false)
})

test.each(subjectRules)('"$example" is the subject of a notice ($name)', ({ example }) => {
  expect(isNoticeSubject(example)).toBe(true)
})

test.each([
  'Ofis dışında',
  'OTOMATİK YANIT: E12',
  'Otomatik cevap',
  'Automatic reply: E12',
  'Out of office',
  'Undeliverable: E12',
  'Teslim edilemedi',
  'Okundu: E12',
  'Read: E12',
])('"%s" is the subject of a notice', subject => {
  expect(isNoticeSubject(subject)).toBe(true)
})

test.each([
  ['auto-submitted', 'no'],
  ['auto-submitted', 'No; (written by hand)'],
  ['precedence', 'first-class'],
  ['x-auto-response-suppress', 'DR, RN'],
  ['x-autoreply', 'no'],
  ['return-path', '<ayse@isik-celik.example>'],
  ['content-type', 'multipart/alternative; boundary=a'],
  ['x-mailer', 'iPhone Mail (22B83)'],
])('a mail with "%s: %s" is written by a person, and may be answered', (header, value) => {
  const headers = new Map([[header, [value]]])
  expect(headerReason(headers)).toBeNull()
  expect(mayBeAnswered(headers, person)).toBe(true)
})

test.each([
  'reply@isik-celik.example',
  'nora@isik-celik.example',
  'posta@isik-celik.example',
  'ayse+noreply@isik-celik.example',
])('a mail from %s is written by a person', from => {
  expect(isProgramAddress(from)).toBe(false)
})

test.each([
  'Re: E12',
  'Re: Otomatik yanıt: E12',
  'Otomatik yağlama çalışmıyor',
  'Ofis dışındaki tezgâh',
  'Readings of the sensor',
  'Gönderilemedi hatası',
  'Teslim edilemeyen parça hakkında',
  'Read error on axis 2',
])('"%s" is the subject of a person', subject => {
  expect(isNoticeSubject(subject)).toBe(false)
})

test.each([
  'Otomatik yanıt: [Demir] #1042 Soğutma pompası',
  'Out of office Re: [Demir] #7 Mil',
  'Otomatik yanıt: #1042 Pompa',
  'Otomatik yanıt: Re: SOĞUTMA POMPASI',
])('"%s" names the ticket whose mail it answers', subject => {
  expect(namesTicket(subject, ticket)).toBe(true)
})

test.each(['Otomatik yanıt süresi', 'Read: error list #10421', 'Undeliverable part [E12]'])(
  '"%s" names no ticket',
  subject => {
    expect(namesTicket(subject, ticket)).toBe(false)
    expect(namesTicket(subject, null)).toBe(false)
  },
)

test('a bare notice of absence with an old header of programs is automatic, and a sentence is not', () => {
  const bulk: HeaderFields = new Map([['precedence', ['bulk']]])
  expect(isOldAbsence(bulk, 'Out of office')).toBe(true)
  expect(isOldAbsence(bulk, 'Otomatik yanıt: izindeyim')).toBe(true)
  expect(isOldAbsence(bulk, 'Otomatik yanıt süresi')).toBe(false)
  expect(isOldAbsence(bulk, 'Read: error list')).toBe(false)
  expect(isOldAbsence(none, 'Out of office')).toBe(false)
})
