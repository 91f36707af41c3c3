const now = new Date()
/** The first of a month, counted from this one: one that is
 * no leap day and has no end of another length. */
const firstOfMonth = (months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10)

/** A machine bought on this day is under warranty until
 * `warrantyEndDay`, whenever the tests run. */
export const purchaseDay = firstOfMonth(-2)
export const warrantyEndDay = firstOfMonth(10)
/** The end of a company's support, later than what a home shows as ending soon. */
export const supportEndDay = firstOfMonth(36)
