import type { issueMessages as tr } from './errors.tr.ts'

export const issueMessages: typeof tr = {
  required: 'This field is required.',
  text: 'Must be a single text.',
  list: 'Must be a list.',
  object: 'Must be a JSON object.',
  tooShort: min => `Must have at least ${min} characters.`,
  tooLong: max => `Must have at most ${max} characters.`,
  tooFew: min => `Must have at least ${min} ${min === 1 ? 'item' : 'items'}.`,
  tooMany: max => `Must have at most ${max} ${max === 1 ? 'item' : 'items'}.`,
  tooSmall: min => `Must be at least ${min}.`,
  tooBig: max => `Must be at most ${max}.`,
  oneOf: values => `Must be one of: ${values}.`,
  wrongFormat: 'Its format is not valid.',
  uuid: 'Not a valid id (UUID).',
  date: 'Not a valid date (YYYY-MM-DD).',

  timeOfDay: 'Not a time of day (such as 08:30).',
  closesBeforeOpens: 'The end must be after the beginning.',
  daysOnLines: 'Write one day on each line (such as 31/12/2026).',
  timeZone: 'Not a known time zone (such as Europe/Istanbul).',
  email: 'Not a valid e-mail address.',
  number: 'Must be a whole number.',
  mimeType: 'Not a valid file type (such as image/png).',
  controlCharacters: 'Must not contain invisible control characters.',
  directionMarks: 'Must not contain marks that turn the reading direction.',
  visibleAscii: 'May contain only ASCII characters, and no blanks.',
  pathInFileName: 'A file name must not contain / or \\.',
  weakPassword: 'The password must have at least 8 characters, a digit and a capital letter.',
  commonPassword:
    'Many people use this password, so it is among the first to be tried. Choose another one.',
  personalPassword:
    "The password must not be made of your name, your e-mail address or the portal's name. Choose another one.",
  wrongCode: 'The code is wrong or was used before. Enter the new one that the app shows.',
  wrongRecoveryCode: 'The recovery code is wrong or was used before.',
  passwordOrCode: 'Enter your password or a sign-in code.',
  wrongPassword: 'The password is wrong.',
  nothingToChange: 'Say what is to be changed.',
  warrantyBeforePurchase: 'The warranty cannot end before the purchase.',
  yearOutOfRange: 'The year must be between 1900 and 2999.',
  country: 'Not a known country code (such as TR).',
  color: 'Not a colour (such as #196ac8).',
  colorTooLight:
    'This colour is too light: white text on it, and links in it, could not be read. Choose a darker one.',
  localPart: 'May contain only the letters a to z, digits, and between them - and _.',
  reservedLocalPart:
    'This name is reserved for mail servers or for the portal itself. Choose another one.',
  foreignSenderDomain:
    'Addresses of this domain belong to the operator of the portal. Use an address of your own domain.',
  shortcode: 'May contain only letters, digits, - and _, and no blanks.',
  replyWithoutText: 'Write the text in one language at least.',
  fileWithoutMessage: 'Write a message to go with the file.',
}
