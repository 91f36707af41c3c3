import { expect, test } from 'vitest'
import { refusesRecipient } from './undeliverable.ts'

test.each([
  ['550 5.1.1 no such user here', true],
  ['550-5.1.10 RESOLVER.ADR.RecipientNotFound', true],
  ['550 5.1.0 sender rejected', false],
  ['553 5.1.8 bad address of the sender', false],
  ['552 5.2.2 mailbox full', false],
  ['550 5.7.1 looks like spam', false],
  ['550 no reason', false],
])('"%s" refuses the recipient: %s', (response, refuses) => {
  expect(refusesRecipient(response)).toBe(refuses)
})
