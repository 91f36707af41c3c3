import { useQuery } from '@tanstack/react-query'
import { type ReactNode, use, useEffect, useEffectEvent, useState } from 'react'
import { inTurkishOrder } from '#contract/text/turkish.ts'
import { isId } from '../../browser/isId.ts'
import { CallError } from '../../data/api.ts'
import { queryFor } from '../../data/queries.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { type Searched, SearchField } from '../controls/SearchField.tsx'
import { Empty, type EmptyProps } from '../layout/Empty.tsx'
import { LoadError } from '../layout/LoadError.tsx'
import { type ListRoute, type RowOf, rowsOf } from '../table/useTable.ts'
import { formatCount } from '../text/format.ts'
import { FormState } from './Form.tsx'
import classes from './RecordField.module.css'
import { SelectField } from './SelectField.tsx'

const maxOptions = 100

type Props<R extends ListRoute> = {
  name: string
  /** The parameter with which the list has only the record of an id; the name without it. */
  idParam?: string
  label: string
  /** A list call that can be sorted by `name`. */
  route: R
  params?: Record<string, string>
  /** Before a choice; where the field is not required, for all records. */
  none: string
  labelOf: (row: RowOf<R>) => string
  required?: boolean
  searched: Searched
  /** A list with more records has a search field; what it alone finds is chosen. */
  maxUnsearched?: number
  onChoose?: (id: string) => void
  /** A choice beside the records. */
  extraOption?: { value: string; label: string }
  /** Instead of the field, where there is no record at all. */
  empty?: EmptyProps
  /** Shown under the select, about the chosen record. */
  about?: ((row: RowOf<R>) => ReactNode) | undefined
}

/** A select of the records of a list, in Turkish order; where
 * there are many, with a search field. */
export function RecordField<R extends ListRoute>({
  name,
  idParam = name,
  label,
  route,
  searched,
  params = {},
  none,
  labelOf,
  required = false,
  maxUnsearched = maxOptions,
  onChoose,
  extraOption,
  empty,
  about,
}: Props<R>) {
  const [search, setSearch] = useState('')
  const [chosenId, setChosenId] = useState(String(use(FormState).initial[name] ?? ''))
  const pageQuery = (query: Record<string, string>) =>
    queryFor(route, { params, query: { page: '0', ...query } } as never)
  const all = useQuery(pageQuery({ size: '1' }))
  const matches = useQuery(
    pageQuery({ size: String(maxOptions), sort: 'name', ...(search && { search }) }),
  )
  const { error } = matches
  const isUnreachable = error instanceof CallError && error.isTransient
  // As the list's own page asks, which may be kept where the form was not opened before.
  const listed = useQuery({
    ...queryFor(route, { params, query: { page: 0, size: 10, sort: '-dateCreated' } } as never),
    enabled: isUnreachable && !matches.data && search === '',
  })
  // The one chosen by a link, or before another search, need not be in the result.
  const chosenQuery = useQuery({
    ...pageQuery({ size: '1', [idParam]: chosenId }),
    enabled: isId(chosenId),
  })

  const found = search === '' || matches.isFetching ? [] : (rowsOf<R>(matches.data) ?? [])
  const onlyFound = found.length === 1 ? (found[0] as { _id: string })._id : undefined
  function choose(id: string) {
    setChosenId(id)
    onChoose?.(id)
  }
  const chooseFound = useEffectEvent(choose)
  useEffect(() => {
    if (onlyFound !== undefined) chooseFound(onlyFound)
  }, [onlyFound])

  const total = (all.data as { total?: number } | undefined)?.total ?? 0
  if (all.data && total === 0 && empty) return <Empty {...empty} />

  const rows = new Map(
    [matches.data ?? listed.data, chosenQuery.data]
      .flatMap(data => rowsOf<R>(data) ?? [])
      .map(row => [(row as { _id: string })._id, row] as const),
  )
  // without a network, the user chooses from what was kept
  const isKept = isUnreachable && (matches.data || (search === '' && rows.size > 0))
  const options = [...rows]
    .map(([value, row]) => ({ value, label: labelOf(row) }))
    .sort((a, b) => inTurkishOrder(a.label, b.label))
  const record = rows.get(chosenId)
  const isExtra = chosenId === extraOption?.value
  if (!record && chosenQuery.isLoading) options.unshift({ value: chosenId, label: t.loading })
  return (
    <div className={classes.field}>
      {total > maxUnsearched && (
        <SearchField
          value={search}
          searched={searched}
          count={formatCount(all.data ?? {})}
          onSearch={setSearch}
        />
      )}
      {error && !isKept ? (
        <LoadError error={error} retry={() => Promise.all([all.refetch(), matches.refetch()])} />
      ) : (
        <SelectField
          name={name}
          label={label}
          // The select is there before its options, so that a dialog can focus it.
          options={[
            { value: '', label: matches.data || isKept ? none : t.loading },
            ...(extraOption ? [extraOption] : []),
            ...options,
          ]}
          value={record || chosenQuery.isLoading || isExtra ? chosenId : ''}
          onChange={({ currentTarget: { value } }) => choose(value)}
          required={required}
          isChoiceOfAll={!required}
          data-autofocus={required || undefined}
        />
      )}
      {record && about && <div className={classes.about}>{about(record)}</div>}
    </div>
  )
}
