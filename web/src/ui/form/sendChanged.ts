/** Sends the changed values only, if any: another user may have changed the others meanwhile. */
export function sendChanged<T extends object>(
  initial: Record<string, unknown>,
  values: T,
  send: (changed: Partial<T>) => Promise<unknown>,
) {
  const changed = Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== initial[name])) as Partial<T>
  return Object.keys(changed).length > 0 ? send(changed) : Promise.resolve()
}
