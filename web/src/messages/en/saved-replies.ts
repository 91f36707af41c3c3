import type { savedReplyMessages as tr } from '../tr/saved-replies.ts'

export const savedReplyMessages: typeof tr = {
  about:
    "Replies that you write often. Type / while writing a message on a ticket; the text in the customer's language is inserted.",
  add: 'New saved reply',
  edit: 'Edit the saved reply',
  editOf: shortcode => `Edit the reply /${shortcode}`,
  remove: 'Delete the saved reply',
  removeOf: shortcode => `Delete the reply /${shortcode}`,
  removeLine: 'Messages that were sent, and their files, do not change.',
  removeTeamLine:
    'It is deleted for the whole team. Messages that were sent, and their files, do not change.',
  saved: 'The reply was saved.',
  save: 'Save',
  ofTeam: "The team's replies",
  ofMe: 'My replies',
  noneOfTeam: 'The team has no saved replies yet.',
  noneOfMe: 'You have no saved replies of your own yet.',
  notFound: 'No saved reply matches the search.',
  count: count => `${count} saved ${count === '1' ? 'reply' : 'replies'}`,
  shortcode: 'Shortcode',
  shortcodeHint: 'Typed after / in a message, such as warranty. Letters, digits, - and _.',
  textOf: { tr: 'Turkish text', en: 'English text' },
  textHint: 'One is enough. The other one is inserted where a language is empty.',
  file: 'Files',
  fileHint:
    'Optional, ten files at most. They are attached with the reply, and not uploaded again.',
  visibleTo: 'Who uses it?',
  me: 'Only me',
  meHint: 'Your colleagues do not see it.',
  team: 'The whole team',
  teamHint: 'Everybody in the team uses, changes and deletes it.',
  placeholders: {
    name: "the customer's name",
    machine: "the machine's model",
    serial: 'the serial number',
    ticket: "the ticket's number",
  },
  placeholdersTitle: 'Placeholders',
  placeholdersHint:
    'Replaced with what the ticket says when the reply is inserted. Other words in braces, such as {date}, are blanks for the writer: a message is not sent before they are filled in.',
  insertPlaceholder: (text, about) => `Insert: ${text} ${about}`,
  preview: 'Preview',
  previewHint: 'With an example of a ticket. What is marked is filled in before sending.',
  previewEmpty: 'The text appears here as you write.',
  sample: {
    name: 'Ayşe Yılmaz',
    machine: 'Lathe T-200',
    serial: 'SN-1042',
    ticket: '#1042',
  },
}
