import type { Area } from '#contract/paths.ts'
import { privateStore } from '../../data/privateStore.ts'

export type DraftValues = Partial<Record<string, string>>

/** Of the new ticket that a user has begun: one in each account, one in the team's form, and one
 * more for each `name`. */
export const newTicketDraftKey = (user: string, area: Area, company: string, name = '') =>
  ['draft:new', user, area === 'account' ? company : 'onBehalf', name].join(':')

export const readDraft = (draftKey: string) => (privateStore.read(draftKey) ?? {}) as DraftValues
