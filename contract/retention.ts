/** Days for which the queue keeps waiting and failed jobs, mails included. */
export const jobRetentionDays = 14
