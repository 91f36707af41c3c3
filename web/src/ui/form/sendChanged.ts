/** Sends of what a form says that which it did not begin with, if anything: somebody else may have changed the rest meanwhile. */
export function sendChanged<T extends object>(before: Record<string, unknown>, said: T, send: (changed: Partial<T>) => Promise<unknown>) {
  const changed = Object.fromEntries(Object.entries(said).filter(([name, value]) => value !== before[name])) as Partial<T>
  return Object.keys(changed).length > 0 ? send(changed) : Promise.resolve()
}
