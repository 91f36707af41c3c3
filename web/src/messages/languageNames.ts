import type { Language } from '#contract/text/messages.ts'

/** Each in its own words, so that whoever speaks it finds it. */
export const languageNames: readonly [Language, string][] = [
  ['tr', 'Türkçe'],
  ['en', 'English'],
]
