import type { LiveNotice } from './notice.ts'

/** Streams that reopen within this time receive what they have missed. */
const historyMs = 60_000
const maxHistory = 5_000

/** The latest notices, for streams that open again. */
export function createHistory() {
  const entries: { at: number; notice: LiveNotice }[] = []
  /** The time from which on no notice is missing; null while the database connection is away. */
  let completeSince: number | null = null
  return {
    isReceiving: () => completeSince !== null,
    isCompleteSince: (time: number) => completeSince !== null && completeSince <= time,
    begin() {
      entries.length = 0
      completeSince = performance.now()
    },
    pause() {
      completeSince = null
    },
    add(notice: LiveNotice) {
      const now = performance.now()
      entries.push({ at: now, notice })
      while (entries.length > maxHistory || (entries[0] as { at: number }).at < now - historyMs)
        completeSince = (entries.shift() as { at: number }).at
    },
    read: (vendorId: string, since: number) =>
      entries
        .filter(({ at, notice }) => at >= since && notice.vendor === vendorId)
        .map(({ notice }) => notice),
  }
}
