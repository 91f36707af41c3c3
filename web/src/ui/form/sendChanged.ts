/** Sends the changed values only, if any: another user may have changed the others
 * meanwhile. With them goes the `id`, which the server reads from the path. */
export function sendChanged<T extends object>(
  initial: Record<string, unknown>,
  values: T,
  id: string,
  send: (changed: Partial<T>) => Promise<unknown>,
) {
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  ) as Partial<T>
  return Object.keys(changed).length > 0
    ? send({ ...changed, id } as Partial<T>)
    : Promise.resolve()
}
