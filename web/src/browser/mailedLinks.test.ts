import { expect, test } from 'vitest'
import { repairPath } from './mailedLinks.ts'

test.each([
  ['/security.', '/security'],
  ['/security%3E', '/security'],
  ['/settings/notifications).', '/settings/notifications'],
  ['/account/1/tickets/2#3>,', '/account/1/tickets/2#3'],
  ['/account/1/tickets/2%E2%80%9D', '/account/1/tickets/2'],
  ['/account/1/tickets/2&amp;', '/account/1/tickets/2'],
  ['/t/1001&amp;', '/t/1001'],
  ['/t/1001&', '/t/1001'],
  ['/t/1001&gt', '/t/1001'],
  ['/t/1001&quot;', '/t/1001'],
  ['/t/1001&#39;.', '/t/1001'],
  ['/t/1001…', '/t/1001'],
  ['/t/1001\u200b', '/t/1001'],
  ['/t/1001%20', '/t/1001'],
  ['/t/1001%C2%A0%7c', '/t/1001'],
  ['/settings/notifications&amp;', '/settings/notifications'],
  ['/settings/notifications*', '/settings/notifications'],
  ['/security&gt;', '/security'],
  ['/security|', '/security'],
  ['/account/1/tickets/2#3&amp;', '/account/1/tickets/2#3'],
  ['/account/1/tickets/2#3%20', '/account/1/tickets/2#3'],
  ['/account/1/tickets/2#3…*', '/account/1/tickets/2#3'],
  ['/account/1/tickets/2#&gt;', '/account/1/tickets/2'],
  ['/account/1/tickets/', '/account/1/tickets/'],
  ['/account/1/tickets/2#a-b_', '/account/1/tickets/2#a-b_'],
  ['/account/1.2/tickets', '/account/1.2/tickets'],
  ['/admin/companies?search=Demir%20A.%C5%9E.', '/admin/companies?search=Demir%20A.%C5%9E.'],
  ['/account/1/tickets?search=a.#3.', '/account/1/tickets?search=a.#3'],
  ['/.', '/'],
  ['/)', '/'],
])('%s leads to %s', (address, path) => {
  expect(repairPath(new URL(address, 'https://destek.test'))).toBe(path)
})
