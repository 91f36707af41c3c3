import { minUploadPart } from '#contract/files.ts'

// What the line of this device carries, as the parts of uploads measure it: a broken
// connection costs a part, so a part is what the line carries in some seconds.

const secondsOfPart = 8
const largestPart = 8 * 1_048_576 // bytes
/** Bytes a second. A slower line carries one file after the other. */
const slow = 100_000
/** A browser opens six HTTP/1.1 connections to a host; the portal's own calls need some. */
const maxConcurrent = 3

/** Bytes a second of all uploads together; 0: not measured yet. */
let rate = 0
/** Of the last part. */
let measured = 0
let running = 0
const queue: { size: number; start: () => void }[] = []

/** Bytes of the next part of a file, of which the server has `start`. The first one is small on a
 * slow line: where it breaks before that has arrived, the file begins again. */
export const partSizeOf = (fileSize: number, start: number): number =>
  Math.max(
    minUploadPart(fileSize),
    start === 0 && rate < slow
      ? 0
      : Math.min(largestPart, Math.floor((rate * secondsOfPart) / Math.max(1, running))),
  )

/** Called where the line has broken: it may be another one afterwards. */
export function forgetLine() {
  rate = 0
  measured = 0
}

/** Called with each part that has arrived. The time of a small one is mostly latency; a line
 * is no faster than either of its last two parts, as one that breaks may seem to have sent all. */
export function measureLine(bytes: number, ms: number) {
  const before = measured
  measured = (bytes / Math.max(1, ms)) * 1_000 * Math.max(1, running)
  if (bytes < minUploadPart(bytes)) measured = Math.max(before, measured)
  rate = before ? Math.min(before, measured) : measured
  startWaiting()
}

/** Runs `upload` of a file of `size` bytes under a semaphore, the smallest file first: with three
 * slots, but with one while the line is slow or not known. It returns null to wait once more. */
export async function withUploadSlot<T>(size: number, upload: () => Promise<T | null>): Promise<T> {
  await new Promise<void>(start => {
    queue.push({ size, start })
    queue.sort((a, b) => a.size - b.size)
    startWaiting()
  })
  const result = await upload().finally(() => {
    running -= 1
    startWaiting()
  })
  return result ?? withUploadSlot(size, upload)
}

/** Whether a file that has begun lets another one go first: photos do not wait for a film. */
export const isSmallerWaiting = (size: number) => queue[0] !== undefined && queue[0].size < size

function startWaiting() {
  while (running < (rate < slow ? 1 : maxConcurrent)) {
    const next = queue.shift()
    if (!next) return
    running += 1
    next.start()
  }
}
