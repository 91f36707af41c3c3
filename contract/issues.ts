import { issueMessages as en } from './errors.en.ts'
import { issueMessages as tr } from './errors.tr.ts'
import type { Language } from './text/messages.ts'

/** What is wrong with one field, for the server: the browser
 * downloads the file of its language only. */
export const issueMessages = (language: Language) => ({ tr, en })[language]
