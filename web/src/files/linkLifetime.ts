/** The links to a file's bytes end after ten minutes; a list that is looked at is asked for again well before, in milliseconds. */
export const linkLifetime = 4 * 60_000
