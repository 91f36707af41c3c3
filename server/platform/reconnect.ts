import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Repeats `connect`, which lasts as long as its connection.
 * The delay doubles from `first` to `longest` ms. */
export async function reconnect(
  connect: () => Promise<void>,
  onEnd: (error: unknown) => void,
  { first, longest }: { first: number; longest: number },
  signal: AbortSignal,
): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const since = performance.now()
    const error = await connect().then(
      () => undefined,
      reason => reason as unknown,
    )
    if (signal.aborted) return
    onEnd(error)
    if (performance.now() - since > longest) failures = 0
    const delay = Math.min(longest, first * 2 ** failures)
    await pause(randomInt(delay / 2, delay), undefined, { signal, ref: false }).catch(() => {})
  }
}
