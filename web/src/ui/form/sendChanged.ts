import { toast } from '../../data/toasts.ts'
import { uiMessages as t } from '../../messages/current.ts'

/** Sends the changed values only: another user may have changed the others meanwhile.
 * With them goes the `id`, which the server reads from the path. Without one nothing is sent. */
export async function sendChanged<T extends object>(
  initial: Record<string, unknown>,
  values: T,
  id: string,
  send: (changed: Partial<T>) => Promise<unknown>,
) {
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  ) as Partial<T>
  if (Object.keys(changed).length === 0) toast.success(t.updated)
  else await send({ ...changed, id } as Partial<T>)
}
