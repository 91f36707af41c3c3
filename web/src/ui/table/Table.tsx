import { type ReactElement, type ReactNode, useDeferredValue } from 'react'
import { returning } from '../../browser/returning.ts'
import { useNarrow, useTablet } from '../../browser/useNarrow.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { type Searched, SearchField } from '../controls/SearchField.tsx'
import { Empty, type EmptyProps } from '../layout/Empty.tsx'
import { QueryBoundary } from '../layout/QueryBoundary.tsx'
import { Skeleton } from '../layout/Skeleton.tsx'
import { formatCount } from '../text/format.ts'
import { Cards } from './Cards.tsx'
import type { Column, TableView } from './columns.ts'
import { Grid } from './Grid.tsx'
import { NewRows } from './NewRows.tsx'
import { Order } from './Order.tsx'
import { Pager } from './Pager.tsx'
import classes from './Table.module.css'

type Columns<T> = readonly [Column<T>, ...(Column<T> | false)[]]
type ToolsProps<T> = Pick<TableView<T>, 'list' | 'dense'> & {
  columns: Columns<T>
  searched: Searched
  filter?: ReactNode
  clearFilter?: (() => void) | undefined
}
type Props<T> = Omit<TableView<T>, 'columns'> &
  ToolsProps<T> & {
    empty: EmptyProps
    alternatives?: ReactElement
    /** `elsewhere`: the page shows `TableTools` in another place. */
    tools?: 'above' | 'elsewhere'
  }

const columnsOf = <T,>([first, ...others]: Columns<T>): TableView<T>['columns'] => [
  first,
  ...others.filter(column => column !== false),
]

export function Table<T extends { _id: string }>({
  searched,
  filter,
  clearFilter,
  empty,
  columns,
  alternatives,
  tools = 'above',
  ...props
}: Props<T>) {
  const { list, dense } = props
  const hasCards = useHasCards(dense)
  const view: TableView<T> = { ...props, columns: columnsOf(columns) }
  // Deferred: React renders rows in slices, and the page stays responsive (record 0065).
  const isReady = useDeferredValue(list.rows !== undefined, returning.get())
  const hasFacts = hasCards && !dense && view.columns.every(({ card }) => !card)
  const count = list.rows ? formatCount(list) : ''
  const isSearch = list.search !== ''
  const renderRows = () => {
    if (list.rows?.length === 0)
      return isSearch || clearFilter ? (
        <Empty
          title={isSearch ? t.nothingFound : t.nothingFiltered}
          hint={isSearch && t.nothingFoundHint}
          action={clearFilter ? <ClearFilterButton onClick={clearFilter} /> : alternatives}
        />
      ) : (
        <Empty {...empty} />
      )
    return hasCards ? <Cards {...view} /> : <Grid {...view} />
  }

  return (
    <section aria-label={view.label} tabIndex={list.held && -1}>
      {tools === 'above' && (
        <TableTools {...{ list, searched, dense, columns, filter, clearFilter }} />
      )}
      <p className="sr-only" role="status">
        {isSearch && list.rows && !list.isPlaceholder && t.found(count)}
      </p>
      <div ref={list.held?.frame} aria-busy={list.isPlaceholder} className={classes.rows}>
        {list.held && <NewRows held={list.held} />}
        <QueryBoundary
          query={{ ...list, data: isReady ? list.rows : undefined }}
          skeleton={
            <Skeleton
              lines={list.rows?.length ?? list.size}
              height={hasCards ? (hasFacts ? 96 : 56) : dense ? 28 : 40}
              gap={hasFacts ? 12 : 8}
            />
          }
        >
          {renderRows}
        </QueryBoundary>
      </div>
      {isReady && list.rows && list.rows.length > 0 && <Pager list={list} count={count} />}
    </section>
  )
}

/** Whether the rows have no columns, nor heads to sort by. */
function useHasCards(dense: object | undefined) {
  const [narrow, tablet] = [useNarrow(), useTablet()]
  return dense ? tablet : narrow
}

/** Filter, search and, above cards, the order. */
export function TableTools<T>(props: ToolsProps<T>) {
  const { list, searched, dense, columns, filter, clearFilter } = props
  const hasCards = useHasCards(dense)
  const isEmpty = list.rows?.length === 0 && list.total === 0 && list.search === '' && !clearFilter
  return (
    <div className={classes.tools}>
      {filter}
      {!isEmpty && (
        <>
          <div className={classes.search}>
            <SearchField
              value={list.search}
              searched={searched}
              count={list.rows ? formatCount(list) : ''}
              onSearch={search => list.setAddress({ search })}
            />
          </div>
          {hasCards && <Order list={list} columns={columnsOf(columns)} />}
        </>
      )}
    </div>
  )
}

const ClearFilterButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="plain" onClick={onClick}>
    {t.unfilter}
  </Button>
)
