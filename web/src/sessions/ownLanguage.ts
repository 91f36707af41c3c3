import type { Language } from '#contract/messages.ts'
import { sessions } from '#contract/sessions.ts'
import { call, token } from '../api.ts'
import { reloadCarrying } from '../carried.ts'
import { kept } from '../kept.ts'
import { language } from '../language.ts'

/** Reads the portal in another language from now on: the user wherever they sign in, a visitor in this browser. */
export async function chooseLanguage(next: Language) {
  if (token.read())
    await call(sessions.chooseLanguage, { body: { language: next } }).catch(() => {}) // then it is at least this browser's
  else kept.write('languageChosen', true)
  kept.write('language', next)
  reloadCarrying()
}

/**
 * Right after signing in: a language chosen as a visitor becomes the user's own, else the user's own becomes the browser's.
 * Whether the portal has to be loaded again for that.
 */
export async function settleLanguage(own: Language): Promise<boolean> {
  const chosen = kept.read('languageChosen')
  kept.forget('languageChosen') // it was theirs, not that of whoever signs in next
  if (own === language) return false
  if (chosen) {
    await call(sessions.chooseLanguage, { body: { language } }).catch(() => {})
    return false
  }
  kept.write('language', own)
  return true
}
