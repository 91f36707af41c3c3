type ListRule = {
  /** whether it is one of what the team is to do, which the menu has and counts */
  isToDo: boolean
  /** without an order in the address */
  order: 'dateDue' | 'dateLastMessage' | '-dateCreated'
  /** whether it says itself whose tickets it has */
  isOfAssignee?: true
}

/** The lists of the team's tickets, in the order of the menu; their conditions
 * are in `server/tickets/list-conditions.ts`. */
const rules = {
  mine: { isToDo: true, order: 'dateDue', isOfAssignee: true },
  unassigned: { isToDo: true, order: 'dateDue', isOfAssignee: true },
  waiting: { isToDo: true, order: 'dateDue' },
  answered: { isToDo: true, order: 'dateLastMessage' },
  snoozed: { isToDo: true, order: '-dateCreated' },
  open: { isToDo: false, order: '-dateCreated' },
  closed: { isToDo: false, order: '-dateCreated' },
  archived: { isToDo: false, order: '-dateCreated' },
} as const satisfies Record<string, ListRule>

type Rules = typeof rules
export type QueueList = keyof Rules
export type ToDoList = { [L in QueueList]: Rules[L]['isToDo'] extends true ? L : never }[QueueList]

export const queueLists = Object.keys(rules) as [QueueList, ...QueueList[]]
export const listRules: Record<QueueList, ListRule> = rules
export const toDoLists = queueLists.filter((list): list is ToDoList => rules[list].isToDo)
export const isToDoList = (name: string | undefined) => toDoLists.some(list => list === name)
