/** A mail with its envelope; the addresses are as the SMTP client sent them. */
export type IncomingMail = {
  raw: Buffer
  from: string
  recipients: string[]
  clientAddress: string
  clientName: string
}

export class MailRejected extends Error {
  override readonly name = 'MailRejected'
  readonly responseCode: number
  /** Seconds until the limit allows another mail; of `sender`, or of all. */
  readonly retryAfter: number
  readonly sender: string | undefined
  constructor(
    responseCode: number,
    text: string,
    { retryAfter = 300, sender }: { retryAfter?: number; sender?: string | undefined } = {},
  ) {
    super(text)
    this.responseCode = responseCode
    this.retryAfter = retryAfter
    this.sender = sender
  }
}
