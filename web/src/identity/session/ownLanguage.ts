import type { Language } from '#contract/messages.ts'
import { sessions } from '#contract/sessions.ts'
import { reloadWithState } from '../../browser/carriedState.ts'
import { language } from '../../browser/language.ts'
import { localStore } from '../../browser/localStore.ts'
import { call, token } from '../../data/api.ts'

/** Sets the language: a user's wherever they sign in, a visitor's in this browser. */
export async function chooseLanguage(next: Language) {
  if (token.read())
    await call(sessions.chooseLanguage, { body: { language: next } }).catch(() => {}) // then at least this browser has it
  else localStore.write('languageChosen', true)
  localStore.write('language', next)
  reloadWithState()
}

/**
 * After sign-in: a language chosen as a visitor becomes the user's own, else the user's own becomes the browser's.
 * Resolves to whether the portal has to be reloaded for that.
 */
export async function syncLanguage(ownLanguage: Language): Promise<boolean> {
  const chosen = localStore.read('languageChosen')
  localStore.remove('languageChosen') // the next user has not chosen it
  if (ownLanguage === language) return false
  if (chosen) {
    await call(sessions.chooseLanguage, { body: { language } }).catch(() => {})
    return false
  }
  localStore.write('language', ownLanguage)
  return true
}
