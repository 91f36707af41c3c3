import type { priorityNames as tr } from './priorities.tr.ts'

export const priorityNames: Record<keyof typeof tr, string> = {
  standing: 'Machine standing',
  impaired: 'Production impaired',
  normal: 'Normal',
  question: 'Question',
}
