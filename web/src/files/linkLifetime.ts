/** Links to a file's bytes expire after ten minutes; open lists are refetched well before, in milliseconds. */
export const linkLifetime = 4 * 60_000
