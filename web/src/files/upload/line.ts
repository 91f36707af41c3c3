/** A browser opens six HTTP/1.1 connections to a host; the portal's own calls need some. */
const maxConcurrent = 3

let running = 0
const queue: (() => void)[] = []

/** Runs `upload` under a semaphore of three slots, in the order of the calls. */
export async function withUploadSlot<T>(upload: () => Promise<T>): Promise<T> {
  if (running < maxConcurrent) running += 1
  else await new Promise<void>(start => queue.push(start))
  try {
    return await upload()
  } finally {
    const next = queue.shift() // takes over this slot
    if (next) next()
    else running -= 1
  }
}
