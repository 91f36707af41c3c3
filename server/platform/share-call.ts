/** Runs `work`, and for callers meanwhile, or within `ms` afterwards, returns the same promise. */
export function shareCall<T>(work: () => Promise<T>, ms = 0): () => Promise<T> {
  let shared: Promise<T> | undefined
  const forget = () => {
    shared = undefined
  }
  return () => {
    shared ??= work().finally(() => (ms > 0 ? void setTimeout(forget, ms).unref() : forget()))
    return shared
  }
}
