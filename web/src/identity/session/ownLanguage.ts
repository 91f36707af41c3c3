import type { Language } from '#contract/messages.ts'
import { sessions } from '#contract/sessions.ts'
import { reloadWithState } from '../../browser/carriedState.ts'
import { language } from '../../browser/language.ts'
import { localStore } from '../../browser/localStore.ts'
import { call, token } from '../../data/api.ts'

/** Reads the portal in another language from now on: the user wherever they sign in, a visitor in this browser. */
export async function chooseLanguage(next: Language) {
  if (token.read())
    await call(sessions.chooseLanguage, { body: { language: next } }).catch(() => {}) // then it is at least this browser's
  else localStore.write('languageChosen', true)
  localStore.write('language', next)
  reloadWithState()
}

/**
 * Right after signing in: a language chosen as a visitor becomes the user's own, else the user's own becomes the browser's.
 * Whether the portal has to be loaded again for that.
 */
export async function syncLanguage(own: Language): Promise<boolean> {
  const chosen = localStore.read('languageChosen')
  localStore.forget('languageChosen') // it was theirs, not that of whoever signs in next
  if (own === language) return false
  if (chosen) {
    await call(sessions.chooseLanguage, { body: { language } }).catch(() => {})
    return false
  }
  localStore.write('language', own)
  return true
}
