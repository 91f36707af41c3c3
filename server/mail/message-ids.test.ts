import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { openSigning } from '#platform/crypto/signing.ts'
import { isOwnMessageId, messageIdOf, ticketsReferredTo } from './message-ids.ts'

const signing = openSigning('a secret of more than thirty-two characters')
const [vendor, other] = [
  '019a0000-0000-7000-8000-000000000001',
  '019a0000-0000-7000-8000-000000000002',
]
const [ticket, mail] = [
  '019a0000-0000-7000-8000-00000000000a',
  '019a0000-0000-7000-8000-00000000000b',
]
const id = messageIdOf(signing, vendor, ticket, mail)

test('a reply that refers to a mail about a ticket names that ticket', () => {
  const references = `<abc@elsewhere.test> <${id}@portal.test>\r\n <${messageIdOf(signing, vendor, ticket, ticket)}@portal.test>`
  expect(ticketsReferredTo(signing, vendor, references)).toEqual([ticket])
})

test.each([
  ['another vendor', other, `<${id}@portal.test>`],
  ['another ticket', vendor, `<${id.replace('00000a', '00000c')}@portal.test>`],
  ['another hash', vendor, `<${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}@portal.test>`],
  ['no hash', vendor, `<${mail}.${ticket}@portal.test>`],
  ['the number alone', vendor, ticket],
])('a reference of %s names no ticket', (_, at, header) => {
  expect(ticketsReferredTo(signing, at, header)).toEqual([])
})

const isOwn = (id: string, host = 'portal.test') =>
  isOwnMessageId(signing, { mailFrom: 'Portal <no-reply@portal.test>' }, vendor, `<${id}@${host}>`)

test('a Message-ID of the portal is its own, and that of another program at its host is not', () => {
  const sent = uuidv7()
  expect([isOwn(sent), isOwn(id), isOwn(sent, 'musteri.test')]).toEqual([true, true, false])
  const random = ['3f2a9c41-7b0d-71e6-a5c3-90d24e8f6b17', '3f2a9c41-7b0d-71e6-25c3-90d24e8f6b17']
  expect(random.map(each => isOwn(each))).toEqual([false, false])
})
