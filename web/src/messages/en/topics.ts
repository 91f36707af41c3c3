import type { topicMessages as tr } from '../tr/topics.ts'

export const topicMessages: typeof tr = {
  about:
    'Your team classifies tickets by these: a ticket can have several topics, and the queue is filtered by them. Customers do not see topics.',
  add: 'New topic',
  added: 'Topic added.',
  edit: 'Rename the topic',
  editOf: name => `Rename the topic: ${name}`,
  remove: 'Delete the topic',
  removeOf: name => `Delete the topic: ${name}`,
  removeLine: (count, formatted) =>
    count === 0
      ? 'No ticket has it.'
      : count === 1
        ? 'One ticket loses it, and stays as it is otherwise.'
        : `${formatted} tickets lose it, and stay as they are otherwise.`,
  filtersLine: 'Saved filters with this topic show no tickets any more.',
  name: 'Name',
  nameHint: most =>
    `For example: Spare parts. At most 40 characters; there can be ${most} topics in all.`,
  save: 'Save',
  none: 'No topics yet',
  noneHint:
    'Add topics such as spare parts, installation or electrics; your team classifies tickets by them.',
}
