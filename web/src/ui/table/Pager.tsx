import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../controls/IconButton.tsx'
import { Select } from '../controls/Select.tsx'
import { uiMessages as t } from '../messages.ts'
import { number } from '../text/format.ts'
import classes from './Pager.module.css'
import type { TableOf } from './useTable.ts'
import { pageSizes } from './useTableAddress.ts'

/** The pages of a table, and how many rows each has. */
export function Pager<T>({ of, count }: { of: TableOf<T>; count: string }) {
  const { page, size, total, rows = [] } = of
  const last = Math.max(0, Math.ceil(total / size) - 1)
  const go = (to: number) => of.go({ page: to === 0 ? '' : String(to) })
  return (
    <div className={classes.pager}>
      <span className={classes.range}>{t.rows(number(page * size + 1), number(page * size + rows.length), count)}</span>
      <Select
        className={classes.size ?? ''}
        aria-label={t.pageSize}
        options={pageSizes.map(each => ({ value: String(each), label: t.perPage(each) }))}
        value={String(size)}
        onChange={event => of.go({ size: event.currentTarget.value })}
      />
      {last > 0 && (
        <nav className={classes.pages} aria-label={t.pages}>
          <IconButton label={t.previousPage} aria-disabled={page === 0} onClick={() => page > 0 && go(page - 1)}>
            <IconChevronLeft aria-hidden />
          </IconButton>
          {around(page, last).map((each, place) =>
            each === null ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a gap has no other name than its place
              <span key={`gap ${place}`} className={classes.gap}>
                …
              </span>
            ) : (
              <button
                type="button"
                key={each}
                className={classes.page}
                aria-label={t.page(number(each + 1))}
                aria-current={each === page ? 'page' : undefined}
                onClick={() => go(each)}
              >
                {number(each + 1)}
              </button>
            ),
          )}
          <IconButton label={t.nextPage} aria-disabled={page >= last} onClick={() => page < last && go(page + 1)}>
            <IconChevronRight aria-hidden />
          </IconButton>
        </nav>
      )}
    </div>
  )
}

/** The first, the last and those around the current page; `null` is a gap. */
function around(page: number, last: number): (number | null)[] {
  const near = [0, page - 1, page, page + 1, last].filter((each, place, all) => each >= 0 && each <= last && all.indexOf(each) === place)
  return near.flatMap((each, place) => {
    const before = near[place - 1]
    if (before === undefined || each - before === 1) return [each]
    return each - before === 2 ? [each - 1, each] : [null, each]
  })
}
