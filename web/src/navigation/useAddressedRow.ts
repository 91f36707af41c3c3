import type { Request } from '#contract/route.ts'
import { isId } from '../browser/isId.ts'
import { CallError } from '../data/api.ts'
import { useRouteQuery } from '../data/queries.ts'
import { type ListRoute, rowsOf } from '../ui/table/useTable.ts'

/** The row whose id is in the address, found by a list call; undefined
 * until it is loaded, and an error 404 where it does not exist. */
export function useAddressedRow<R extends ListRoute>(id: string, route: R, request: Request<R>) {
  const { data, error, refetch } = useRouteQuery(route, request, { enabled: isId(id) })
  const rows = rowsOf<R>(data)
  const isMissing = !isId(id) || rows?.length === 0
  return { data: rows?.[0], error: isMissing ? new CallError(404) : error, refetch }
}
