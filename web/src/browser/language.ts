import type { Language } from '#contract/messages.ts'
import { localStore } from './localStore.ts'

/** The language this page was loaded in; choosing another one reloads the page. */
export const language: Language = localStore.read('language') === 'en' ? 'en' : 'tr'
