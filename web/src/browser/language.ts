import type { Language } from '#contract/messages.ts'
import { localStore } from './localStore.ts'

/** The language this page was loaded in. Choosing another one loads the page again. */
export const language: Language = localStore.read('language') === 'en' ? 'en' : 'tr'
