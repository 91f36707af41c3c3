import type { replyMessages as tr } from '../tr/replies.ts'

const languages = { tr: 'Turkish', en: 'English' }

export const replyMessages: typeof tr = {
  title: 'Saved replies',
  none: 'No saved replies yet',
  noneHint:
    'Write the answer to a frequent question once; then insert it on each ticket with a few keys.',
  text: languages,
  open: 'Insert a saved reply (/)',
  list: 'Saved replies',
  language: 'Language of the text',
  listHint: '↑ ↓ choose, Enter inserts, Esc closes',
  onlyIn: language => `only ${languages[language]}`,
  ofTeamMark: "the team's",
  found: count => `${count} saved ${count === '1' ? 'reply' : 'replies'} found`,
  noMatch: query => `No saved reply matches “${query}”.`,
  more: count => `${count} more ${count === '1' ? 'reply' : 'replies'}; type to narrow them down.`,
  manage: 'Edit',
  manageAll: 'Edit the saved replies',
  unfilled: names => `Not sent: ${names} is not filled in yet. Write the text in its place.`,
  sendAsIs: 'Send as it is',
}
