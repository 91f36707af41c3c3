import type { ReactNode } from 'react'
import { hasStatus } from '../../data/api.ts'
import { LoadError } from './LoadError.tsx'
import { Page } from './Page.tsx'

type Props<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  skeleton: ReactNode
  /** The page's title until the data is loaded; missing in a section of a page. */
  title?: string
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** A query's data; before that a skeleton, or the failure with a retry.
 * Data stays after a failed refetch, until its object is gone. */
export function QueryBoundary<T>({
  query: { data, error, refetch },
  skeleton,
  title,
  missing,
  children,
}: Props<T>) {
  if (missing && hasStatus(error, 404)) return missing
  if (data !== undefined) return children(data)
  const placeholder = error ? <LoadError error={error} retry={refetch} /> : skeleton
  return title ? <Page title={title}>{placeholder}</Page> : placeholder
}
