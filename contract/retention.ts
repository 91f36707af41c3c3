/** Days for which the queue keeps a job that waits or has failed, mails among them. */
export const jobRetentionDays = 14
