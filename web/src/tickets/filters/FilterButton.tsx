import { IconFilter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { FilterName, TicketFilter } from '#contract/ticket-filters.ts'
import type { SearchParams } from '../../browser/searchParams.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useDialog } from '../../ui/dialog/useDialog.ts'

const FilterDialog = lazy(() => import('./FilterDialog.tsx'))

type Props = {
  filter: TicketFilter
  /** What this list can be filtered by. */
  names: readonly FilterName[]
  onChange: (address: SearchParams) => void
}

export function FilterButton({ filter, names, onChange }: Props) {
  const dialog = useDialog()
  const [isLoaded, setLoaded] = useState(false)
  const count = names.filter(name => filter[name]).length
  return (
    <>
      <Button
        variant="plain"
        icon={IconFilter}
        aria-keyshortcuts="f"
        aria-haspopup="dialog"
        onClick={() => {
          setLoaded(true)
          dialog.open()
        }}
      >
        {count > 0 ? t.filtersActive(count) : t.filterTickets}
      </Button>
      <Suspense fallback={null}>
        {isLoaded && <FilterDialog {...{ dialog, filter, names, onChange }} />}
      </Suspense>
    </>
  )
}
