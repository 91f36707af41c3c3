import type { onBehalfMessages as tr } from '../tr/on-behalf.ts'

export const onBehalfMessages: typeof tr = {
  about:
    'Record a problem that a customer reports by telephone or in person. They find the ticket in their own list and are notified of it.',
  user: 'On behalf of',
  chooseCompany: 'Choose a company',
  chooseCompanyFirst: 'Choose the company first',
  chooseUser: 'Choose a person',
  newContact: '+ New contact',
  newContactAbout:
    'Somebody who does not sign in. Answers go to their e-mail, if there is one; later they can be invited with one click.',
  submit: 'Create ticket',
}
