import {
  type Icon,
  IconClock,
  IconHourglass,
  IconUser,
  IconUserQuestion,
  IconZzz,
} from '@tabler/icons-react'
import type { ToDoList } from '#contract/ticket-lists.ts'

export const iconOf: Record<ToDoList, Icon> = {
  mine: IconUser,
  unassigned: IconUserQuestion,
  waiting: IconClock,
  answered: IconHourglass,
  snoozed: IconZzz,
}
