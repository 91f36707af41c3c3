import { expect, test } from 'vitest'
import type { Preferences } from '#contract/notifications.ts'
import { applyChange } from './applyChange.ts'

const stored: Preferences = {
  kinds: [
    { kind: 'ticket.closed', mail: true, browser: true },
    { kind: 'ticket.archived', mail: false, browser: true },
  ],
  scope: 'mine',
  companies: [{ _id: 'C1', name: 'Deniz Metal' }],
  pushText: false,
  undeliverable: false,
}

test('changes that wait for the server are shown together, and everything else stays', () => {
  const changes = [
    { kinds: [{ kind: 'ticket.closed' as const, mail: false, browser: true }] },
    { pushText: true },
    { scope: 'companies' as const, companies: ['C1', 'C2'] },
    { scope: 'all' as const },
  ]
  expect(changes.reduce(applyChange, stored)).toEqual({
    kinds: [{ kind: 'ticket.closed', mail: false, browser: true }, stored.kinds[1]],
    scope: 'all',
    companies: [...stored.companies, { _id: 'C2', name: '' }],
    pushText: true,
    undeliverable: false,
  })
})
