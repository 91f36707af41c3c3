/** Days for which undelivered mails and the queue's jobs are kept. */
export const jobRetentionDays = 14
