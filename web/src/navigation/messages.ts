import { messages } from '#contract/messages.ts'
import { language } from '../browser/language.ts'

export const navigationMessages = messages({
  newTicket: { tr: 'Yeni talep', en: 'New ticket' },
})(language)
