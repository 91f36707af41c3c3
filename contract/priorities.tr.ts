import type { TicketPriority } from './tickets.ts'

export const priorityNames = {
  standing: 'Makine duruyor',
  impaired: 'Üretim aksıyor',
  normal: 'Normal',
  question: 'Soru',
} satisfies Record<TicketPriority, string>
