import type { profile } from '#contract/profile.ts'
import type { Language } from '#contract/text/messages.ts'
import { localStore } from '../../browser/localStore.ts'
import { call, currentSession, token } from '../../data/api.ts'
import { refetchFailed } from '../../data/queries.ts'
import { toast } from '../../data/toasts.ts'
import { callMessages, language, setLanguage } from '../../messages/current.ts'

/** Shows the page in a language and keeps it: a user's wherever they
 * sign in, a visitor's in this browser, where another user may be signed
 * in. Then the page is loaded again, unless there was input to be lost, at the choice or since. */
export async function chooseLanguage(next: Language, isVisitor: boolean) {
  const couldReload = mayReload()
  try {
    await setLanguage(next)
  } catch {
    // A browser may not try again to load them within this page.
    localStore.write('language', next)
    return toast.error(callMessages.languageAtNextLoad)
  }
  localStore.write('language', next)
  void refetchFailed() // for the server's error message in the new language
  if (isVisitor || !token.read()) localStore.write('languageChosen', true)
  else await save(next)
  if (couldReload && mayReload()) location.reload()
}

const mayReload = () => navigator.onLine && !hasUnsavedInput()

/** Whether a reload would lose something: a changed field, a dialog,
 * what is marked as `data-unsaved`, or what blocks leaving the page;
 * also the session, in a browser that does not store it. */
function hasUnsavedInput() {
  if (localStore.isVolatile()) return true
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input:not([type=radio], [type=checkbox]), textarea',
  )
  const isChanged = [...fields].some(({ value, defaultValue }) => value !== defaultValue)
  const isMarked = document.querySelector('dialog[open], [data-unsaved]') !== null
  return isChanged || isMarked || !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

let saved: Promise<unknown> = Promise.resolve()
/** One request after the other, so that the server stores the
 * last. After a failure at least this browser has the language. */
function save(next: Language) {
  const scope = currentSession()
  saved = saved
    .then(() =>
      call<typeof profile.change>(
        { method: 'POST', path: '/user/me' },
        { body: { language: next }, scope },
      ),
    )
    .catch(() => {})
  return saved
}

/** After sign-in: a language chosen as a visitor becomes the user's
 * own, else the user's own that of the page and the browser. */
export async function syncLanguage(ownLanguage: Language) {
  const chosen = localStore.read('languageChosen')
  localStore.remove('languageChosen') // the next user has not chosen it
  const isSame = ownLanguage === language
  if (chosen && !isSame) return void (await save(language))
  localStore.write('language', ownLanguage) // the browser's may become another one
  if (isSame) return
  await setLanguage(ownLanguage).catch(() => {}) // then the next load has it
}
