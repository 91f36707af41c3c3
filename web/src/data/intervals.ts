/** In ms, of an open page without a stream of events. */
export const pollIntervals = {
  /** It may have ended elsewhere, on any instance of the server. */
  session: 10_000,
  ticket: 10_000,
  liveSupport: 2_000,
  home: 12_000,
  bell: 30_000,
  mails: 5_000,
}

/** In ms, of files on screen during a malware check. */
export const scanInterval = 2_000

/** In ms, of an open page that the server tells of changes; the
 * benchmark makes the same calls (`quality/bench/live.ts`). */
export const liveIntervals = {
  /** Queries poll this rarely: a net below the stream. */
  poll: 600_000,
  /** A customer's live support asks whether the team is online, of which no event tells. */
  online: 30_000,
  /** A customer's ticket asks so too, while its tab is visible. */
  help: 60_000,
  /** Before lists and figures are fetched: events of one change
   * arrive together, and many changes cause few requests. */
  firstRefetch: 20,
  betweenRefetches: 250,
}
