import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { uiMessages as t } from '../../messages/current.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { Select } from '../controls/Select.tsx'
import { formatNumber } from '../text/format.ts'
import { lastPageOf } from './arrangeRows.ts'
import classes from './Pager.module.css'
import type { TableModel } from './useTable.ts'
import { pageSizes } from './useTableAddress.ts'

export function Pager<T>({ list, count }: { list: TableModel<T>; count: string }) {
  const { page, size, total, rows = [] } = list
  const lastPage = lastPageOf(total, size)
  const goToPage = (target: number) => list.setAddress({ page: target === 0 ? '' : String(target) })
  return (
    <div className={classes.pager}>
      <span className={classes.range}>
        {t.rows(formatNumber(page * size + 1), formatNumber(page * size + rows.length), count)}
      </span>
      <Select
        className={classes.size ?? ''}
        aria-label={t.pageSize}
        options={pageSizes.map(each => ({ value: String(each), label: t.perPage(each) }))}
        value={String(size)}
        onChange={event => list.setAddress({ size: event.currentTarget.value })}
      />
      {lastPage > 0 && (
        <nav className={classes.pages} aria-label={t.pages}>
          <IconButton
            icon={IconChevronLeft}
            label={t.previousPage}
            aria-disabled={page === 0}
            onClick={() => page > 0 && goToPage(page - 1)}
          />
          {listPages(page, lastPage).map((each, index) =>
            each === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no name but its index
              <span key={`gap ${index}`} className={classes.gap}>
                …
              </span>
            ) : (
              <button
                type="button"
                key={each}
                className={classes.page}
                aria-label={t.page(formatNumber(each + 1))}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => goToPage(each)}
              >
                {formatNumber(each + 1)}
              </button>
            ),
          )}
          <IconButton
            icon={IconChevronRight}
            label={t.nextPage}
            aria-disabled={page >= lastPage}
            onClick={() => page < lastPage && goToPage(page + 1)}
          />
        </nav>
      )}
    </div>
  )
}

/** The first, the last and the pages around the current one; `null` is a gap. */
function listPages(page: number, lastPage: number): (number | null)[] {
  const pages = [0, page - 1, page, page + 1, lastPage].filter(
    (each, index, all) => each >= 0 && each <= lastPage && all.indexOf(each) === index,
  )
  return pages.flatMap((each, index) => {
    const previous = pages[index - 1]
    if (previous === undefined || each - previous === 1) return [each]
    return each - previous === 2 ? [each - 1, each] : [null, each]
  })
}
