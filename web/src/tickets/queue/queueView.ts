import * as z from 'zod/mini'
import type { QueueList } from '#contract/ticket-lists.ts'
import { localStore } from '../../browser/localStore.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { createStore } from '../../browser/store.ts'
import { type PageSize, pageSizes } from '../../ui/table/useTableAddress.ts'

/** The columns that a user can hide. */
export const queueColumns = [
  'companyName',
  'machine',
  'assigneeName',
  'dateLastMessage',
  'dateDue',
  'dateCreated',
] as const
export type QueueColumn = (typeof queueColumns)[number]

const View = z.object({
  size: z.optional(z.literal(pageSizes)),
  /** by list */
  sorts: z.record(z.string(), z.string()),
  hidden: z.array(z.enum(queueColumns)),
})
type View = { size?: PageSize | undefined } & z.output<typeof View>

const initial: View = { sorts: {}, hidden: [] }

/** How the user has last arranged the queue in this browser. */
export const queueView = createStore<View>(
  z.safeParse(View, localStore.read('queue')).data ?? initial,
)

function setView(change: Partial<View>) {
  queueView.set({ ...queueView.get(), ...change })
  localStore.write('queue', queueView.get())
}

/** Keeps a page size and an order that the address gets. */
export function rememberView(list: QueueList, { size, sort }: SearchParams) {
  if (size) setView({ size: Number(size) as PageSize })
  if (sort) setView({ sorts: { ...queueView.get().sorts, [list]: sort } })
}

export const setHiddenColumns = (hidden: QueueColumn[]) => setView({ hidden })
