import type { navigationMessages as tr } from '../tr/navigation.ts'

export const navigationMessages: typeof tr = {
  newTicket: 'New ticket',
}
