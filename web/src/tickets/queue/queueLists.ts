import {
  type Icon,
  IconClock,
  IconHourglass,
  IconUser,
  IconUserQuestion,
  IconZzz,
} from '@tabler/icons-react'
import { TicketStatus } from '#contract/tickets.ts'
import { ticketMessages as t } from '../../messages/current.ts'

/** The lists of what is to be done, which have links in the menu. */
export const menuLists = ['mine', 'unassigned', 'waiting', 'answered', 'snoozed'] as const
type MenuList = (typeof menuLists)[number]

export const isMenuList = (status: string | undefined) => menuLists.some(each => each === status)

/** The lists of the team's tickets, as the address names them. */
export const queueLists = [...menuLists, ...TicketStatus.options] as const
export type QueueList = (typeof queueLists)[number]

export const iconOf: Record<MenuList, Icon> = {
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
