import type { ReactNode } from 'react'
import { hasStatus } from '../../data/api.ts'
import { Failed } from './Failed.tsx'
import { Page } from './Page.tsx'

type Props<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  /** Shown while the data is loading. */
  skeleton: ReactNode
  /** The page's title until the data is loaded; missing in a section of a page. */
  title?: string
  /** Takes the place of a page whose object does not exist. */
  missing?: ReactNode
  children: (data: T) => ReactNode
}

/** What a query has loaded; before that a skeleton, or the failure with a retry. Loaded data stays where a refetch fails, until the object no longer exists. */
export function QueryBoundary<T>({ query: { data, error, refetch }, skeleton, title, missing, children }: Props<T>) {
  if (missing && hasStatus(error, 404)) return missing
  if (data !== undefined) return children(data)
  const placeholder = error ? <Failed error={error} retry={refetch} /> : skeleton
  return title ? <Page title={title}>{placeholder}</Page> : placeholder
}
