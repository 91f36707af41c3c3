import type { ReactNode } from 'react'
import { Button } from '../controls/Button.tsx'
import { SearchField } from '../controls/SearchField.tsx'
import { Empty } from '../layout/Empty.tsx'
import { Failed } from '../layout/Failed.tsx'
import { Skeleton } from '../layout/Skeleton.tsx'
import { useHasLoaded } from '../layout/useHasLoaded.ts'
import { useNarrow } from '../layout/useNarrow.ts'
import { uiMessages as t } from '../messages.ts'
import { countInWords } from '../text/format.ts'
import { Cards } from './Cards.tsx'
import { Grid } from './Grid.tsx'
import { Order } from './Order.tsx'
import { Pager } from './Pager.tsx'
import classes from './Table.module.css'
import type { TableOf } from './useTable.ts'

/** A column. The first one names the row; `id` is the server's word, by which it can be sorted. */
export type Column<T> = {
  id: string
  label: string
  show: (row: T) => ReactNode
  align?: 'end' /** It stays on one line. */
  line?: true /** A code: kept whole where there is room. */
  code?: true /** An address: on one line where there is room. */
  address?: true
}
export type Shown<T> = { of: TableOf<T>; label: string; columns: readonly [Column<T>, ...Column<T>[]]; actions?: (row: T) => ReactNode }

type Props<T> = Shown<T> & {
  /** Stands beside the search field. */
  filter?: ReactNode
  /** What to say while there is nothing at all. */
  empty: ReactNode
  /** Clears the filter, where one is set. */
  unfilter?: (() => void) | undefined
  /** Where else one may look, while a search finds nothing. */
  elsewhere?: ReactNode
}

/** A list call's rows: a table on a desk, cards on a phone, with search, order and pages. */
export function Table<T extends { _id: string }>({ filter, unfilter, empty, elsewhere, ...shown }: Props<T>) {
  const narrow = useNarrow()
  const { of } = shown
  const ready = useHasLoaded(of.rows)
  const count = of.rows ? countInWords(of) : ''
  const searched = of.search !== ''
  const nothing = of.rows?.length === 0 && of.total === 0 && !searched && !unfilter
  const show = () => {
    if (of.error && !of.rows) return <Failed error={of.error} retry={of.retry} />
    if (!of.rows || !ready) return <Skeleton lines={of.size} height={narrow ? 96 : 40} gap={narrow ? 12 : 8} />
    if (of.rows.length === 0)
      return searched || unfilter ? (
        <Empty title={searched ? t.nothingFound : t.nothingFiltered} action={unfilter ? <Unfilter by={unfilter} /> : elsewhere}>
          {searched && t.nothingFoundHint}
        </Empty>
      ) : (
        empty
      )
    return narrow ? <Cards {...shown} /> : <Grid {...shown} />
  }

  return (
    <section aria-label={shown.label}>
      <div className={classes.tools}>
        {filter}
        {!nothing && (
          <>
            <div className={classes.search}>
              <SearchField value={of.search} count={count} onSearch={search => of.go({ search })} />
            </div>
            {narrow && <Order {...shown} />}
          </>
        )}
      </div>
      <p className="sr-only" role="status">
        {searched && of.rows && !of.waiting && t.found(count)}
      </p>
      <div aria-busy={of.waiting} className={classes.rows}>
        {show()}
      </div>
      {of.rows && of.rows.length > 0 && <Pager of={of} count={count} />}
    </section>
  )
}

const Unfilter = ({ by }: { by: () => void }) => (
  <Button look="plain" onClick={by}>
    {t.unfilter}
  </Button>
)
