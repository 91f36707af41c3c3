/** In ms, of an open page that the server tells of changes; the
 * benchmark makes the same calls (`quality/bench/live.ts`). */
export const liveIntervals = {
  /** Queries poll this rarely: a net below the stream. */
  poll: 600_000,
  /** A customer's live support asks whether the team is online, of which no event tells. */
  online: 30_000,
  /** Before lists and figures are fetched: events of one change
   * arrive together, and many changes cause few requests. */
  firstRefetch: 20,
  betweenRefetches: 250,
}
