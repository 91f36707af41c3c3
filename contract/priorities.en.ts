import type { priorityNames as tr } from './priorities.tr.ts'

export const priorityNames: Record<keyof typeof tr, string> = {
  standing: 'Machine down',
  impaired: 'Production affected',
  normal: 'Normal',
  question: 'Question',
}
