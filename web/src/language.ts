import type { Language } from '#contract/messages.ts'
import { kept } from './kept.ts'

/** The language this page was loaded in. Choosing another one loads the page again. */
export const language: Language = kept.read('language') === 'en' ? 'en' : 'tr'
