import { expect, test } from 'vitest'
import { repairPath } from './mailedLinks.ts'

test.each([
  ['/security.', '/security'],
  ['/security%3E', '/security'],
  ['/settings/notifications).', '/settings/notifications'],
  ['/account/1/tickets/2#3>,', '/account/1/tickets/2#3'],
  ['/account/1/tickets/2%E2%80%9D', '/account/1/tickets/2'],
  ['/account/1.2/tickets', '/account/1.2/tickets'],
  ['/admin/companies?search=Demir%20A.%C5%9E.', '/admin/companies?search=Demir%20A.%C5%9E.'],
  ['/account/1/tickets?search=a.#3.', '/account/1/tickets?search=a.#3'],
  ['/.', '/'],
  ['/)', '/'],
])('%s leads to %s', (address, path) => {
  expect(repairPath(new URL(address, 'https://destek.test'))).toBe(path)
})
