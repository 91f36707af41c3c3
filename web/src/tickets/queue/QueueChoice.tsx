import { type QueueList, queueLists } from '#contract/ticket-lists.ts'
import { useNarrow } from '../../browser/useNarrow.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Choice } from '../../ui/controls/Choice.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { addressOf } from '../ticketLists.ts'
import { useQueueCounts } from './useQueueCounts.ts'

const statuses: readonly QueueList[] = ['open', 'closed', 'archived']
const ofCompany: readonly QueueList[] = ['open', 'waiting', 'closed', 'archived']

/** On a wide screen the menu has the other lists of all companies,
 * and this one names the list on screen beside the statuses. */
export function QueueChoice({
  status,
  isOfAll,
  onChange,
}: {
  status: QueueList
  isOfAll: boolean
  onChange: (address: string) => void
}) {
  const isNarrow = useNarrow()
  const counts = useQueueCounts()
  const few = isOfAll ? statuses : ofCompany
  const lists = isNarrow && isOfAll ? queueLists : few.includes(status) ? few : [status, ...few]
  const labelOf = (list: QueueList) => {
    const count = isNarrow && isOfAll && counts && list in counts && counts[list as 'open']
    const { name } = t.lists[list]
    return count ? `${name} (${formatNumber(count)})` : name
  }
  return (
    <Choice
      label={t.filter}
      value={addressOf(status)}
      options={lists.map(each => [addressOf(each), labelOf(each)] as const)}
      onChange={onChange}
    />
  )
}
