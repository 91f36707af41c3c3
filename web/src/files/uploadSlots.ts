/** A browser has few lines to one server; the portal's own calls need some. */
const atOnce = 3

let running = 0
const waiting: (() => void)[] = []

/** Does it now, or as soon as fewer than three of its kind are being done; in the order of asking. */
export async function withUploadSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else await new Promise<void>(begin => waiting.push(begin))
  try {
    return await work()
  } finally {
    const next = waiting.shift() // takes over this one's place
    if (next) next()
    else running -= 1
  }
}
