import {
  type Icon,
  IconClock,
  IconHourglass,
  IconUser,
  IconUserQuestion,
  IconZzz,
} from '@tabler/icons-react'
import { type queueLists, toDoLists } from '#contract/ticket-filters.ts'
import { ticketMessages as t } from '../../messages/current.ts'

type ToDoList = (typeof toDoLists)[number]

export const isToDoList = (status: string | undefined) => toDoLists.some(each => each === status)

export type QueueList = (typeof queueLists)[number]

export const iconOf: Record<ToDoList, Icon> = {
  mine: IconUser,
  unassigned: IconUserQuestion,
  waiting: IconClock,
  answered: IconHourglass,
  snoozed: IconZzz,
}

export const listName = (list: QueueList) => (list === 'answered' ? t.waitingForCustomer : t[list])

/** The order without one in the address: what is to be done next comes first. */
export const listOrder = (list: QueueList) => {
  if (list === 'mine' || list === 'unassigned' || list === 'waiting') return 'dateDue'
  return list === 'answered' ? 'dateLastMessage' : '-dateCreated'
}
