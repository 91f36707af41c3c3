/** The input limits of every call, in characters unless noted. */
export const limits = {
  name: 200,
  sku: 100,
  serialNumber: 100,
  title: 200,
  description: 5_000,
  notes: 5_000,
  message: 10_000,
  /** in one language */
  savedReply: 5_000,
  shortcode: 40,
  topic: 40,
  email: 254,
  phone: 40,
  fileName: 255,
  fileType: 127,
  search: 200,
  password: { min: 8, max: 200 },
  idempotencyKey: 200,
  /** of an app, or a recovery code, with blanks */
  code: 40,
  /** device tokens, one for each user of a browser */
  devices: 10,
  /** a day, or an ISO date and time */
  date: 40,
} as const

/** In days, of a session that is kept on a device: without use, and from the sign-in at most
 * (docs/decisions/0081-kept-sessions.md). */
export const keptDays = { unused: 30, atMost: 180 }

/** Of what users choose for themselves, such as their language. */
export const choiceLimit = { name: 'choices', max: 120, seconds: 120 } as const
