import fc from 'fast-check'
import { codeAt, stepAt } from '../../server/identity/second-factor/totp.ts'
import { known } from './known-value.ts'

// Generators by field name, for what a schema does not tell,
// such as an address or a day: a plain text needs none.

export const password = 'Kuzey-kapısı 1453'

const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const newEmail = fc.integer({ min: 0, max: 2 ** 31 }).map(number => `kisi-${number}@deneme.test`)

/** Nothing listens there. */
export const pushHost = 'localhost:9'
const pushKeys = {
  p256dh: 'BLnA8QCdDYOZdP6s9cMV8Gl6rJaI85-cNjK-C3V22IOoRqzQyxPqGoEA-oIVx9miA3YsK2Hify5hg3puG2U_FUM',
  auth: '69AatpDOUsGdWAPTZ3FGNg',
}

export const hints = new Map<string, fc.Arbitrary<unknown>>([
  [
    'email',
    fc.oneof(
      { weight: 1, arbitrary: known('email', newEmail) },
      { weight: 1, arbitrary: newEmail },
    ),
  ],
  [
    'password',
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(password) },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1 }) },
    ),
  ],
  ['pass', known('pass', fc.base64String({ minLength: 4, maxLength: 60 }))],
  ['code', known('code', fc.stringMatching(/^\d{6}$/))],
  ['token', known('token', fc.base64String({ minLength: 1, maxLength: 60 }))],
  ['expires', fc.integer({ min: 0, max: 2 ** 40 }).map(String)],
  ['signature', fc.base64String({ minLength: 1, maxLength: 60 })],
  ['dateOfPurchase', day.map(date => date.replace(/^\d{2}/, '20'))],
  [
    'dateOfWarrantyEnd',
    fc.oneof(
      fc.constant(null),
      day.map(date => date.replace(/^\d/, '2')),
    ),
  ],
  ['dateSupportEnd', fc.oneof(fc.constant(null), day)],
  ['daysOff', day],
  ['number', known('number', fc.integer({ min: 1_001, max: 1_100 }))],
  ['mentions', known('assignee', fc.uuid())],
  ['addTopics', known('topic', fc.uuid())],
  ['removeTopics', known('topic', fc.uuid())],
  ['opens', fc.constantFrom('00:00', '08:30', '12:00')],
  ['closes', fc.constantFrom('13:00', '18:00', '24:00')],
  [
    'dateSnoozed',
    fc.oneof(
      fc.constant(null),
      fc.integer({ min: 1, max: 8_000 }).map(hours => {
        return new Date(Date.now() + hours * 3_600_000).toISOString()
      }),
    ),
  ],
  ['timeZone', fc.constantFrom('Europe/Istanbul', 'UTC', 'Asia/Kathmandu', 'Pacific/Apia')],
  ['fileType', fc.constantFrom('image/png', 'text/plain', 'application/pdf', 'video/mp4')],
  [
    'fileSize',
    fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: 1, max: 300 }) },
      { weight: 1, arbitrary: fc.integer({ min: 1 }) },
    ),
  ],
  ['shortcode', fc.stringMatching(/^[a-z0-9_-]{1,12}$/)],
  ['phone', fc.constantFrom('', '+90 212 555 00 00')],
  ['endpoint', fc.uuid().map(id => `http://${pushHost}/${id}`)],
  ['p256dh', fc.constant(pushKeys.p256dh)],
  ['auth', fc.constant(pushKeys.auth)],
  ['age', fc.integer({ min: 0, max: 60_000 }).map(String)],
  ['seconds', fc.constantFrom('0', '1')],
  ['page', fc.integer({ min: 0, max: 3 }).map(String)],
  // A constant key repeats: with the same request and with other ones.
  [
    'Idempotency-Key',
    fc.oneof({ weight: 5, arbitrary: fc.uuid() }, { weight: 1, arbitrary: fc.constant('again') }),
  ],
  ['size', fc.integer({ min: 1, max: 100 }).map(String)],
])

/** The token of an unfinished sign-in is the `pass` of its next step. */
export const derivedFields = ({ token, next }: Record<string, unknown>) =>
  next ? { pass: token } : {}

export function codeOf(secret: string): string {
  const bits = [...secret]
    .map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return codeAt(
    Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2))),
    stepAt(Date.now()),
  )
}
