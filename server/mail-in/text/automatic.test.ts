import { expect, test } from 'vitest'
import { automaticReason, headerRules, senderRules, subjectRules } from './automatic.ts'
import type { HeaderFields } from './headers.ts'

const none: HeaderFields = new Map()
const person = 'ayse@isik-celik.example'

test.each(headerRules)(
  'a mail with "$header: $example" is automatic',
  ({ header, example, reason = 'automaticHeader' }) => {
    expect(automaticReason(new Map([[header, [example]]]), 'E12', person)).toBe(reason)
  },
)

test.each(senderRules)('a mail from $example is automatic ($name)', ({ example }) => {
  expect(automaticReason(none, 'E12', example)).toBe('automaticSender')
})

test.each(subjectRules)('a mail "$example" is automatic ($name)', ({ example }) => {
  expect(automaticReason(none, example, person)).toBe('automaticSubject')
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
])('a mail "%s" is automatic', subject => {
  expect(automaticReason(none, subject, person)).toBe('automaticSubject')
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
])('a mail with "%s: %s" is written by a person', (header, value) => {
  expect(automaticReason(new Map([[header, [value]]]), 'Re: E12', person)).toBeNull()
})

test.each([
  'reply@isik-celik.example',
  'nora@isik-celik.example',
  'posta@isik-celik.example',
  'ayse+noreply@isik-celik.example',
])('a mail from %s is written by a person', from => {
  expect(automaticReason(none, 'Re: E12', from)).toBeNull()
})

test.each([
  'Re: E12',
  'Otomatik yağlama çalışmıyor',
  'Ofis dışındaki tezgâh',
  'Readings of the sensor',
  'Gönderilemedi hatası',
  'Teslim edilemeyen parça hakkında',
  'Read error on axis 2',
])('a mail "%s" is written by a person', subject => {
  expect(automaticReason(none, subject, person)).toBeNull()
})
