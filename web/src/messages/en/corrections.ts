import type { correctionMessages as tr } from '../tr/corrections.ts'

export const correctionMessages: typeof tr = {
  about:
    'Each correction is in the history of the ticket, which the customer sees too. Nobody gets a mail.',
  save: 'Save the correction',

  mergeTitle: (name: string) => `Merge ${name}?`,
  mergeAbout:
    'The messages and notes of this ticket move to the one that you choose; this ticket is archived, and its address leads there. For a day it can be undone.',
  mergeInto: 'Into',
  mergeTickets: 'Merge',
  chooseTicket: 'Choose a ticket',
}
