import { useSyncExternalStore } from 'react'
import type { Language } from '#contract/messages.ts'
import { localStore } from '../browser/localStore.ts'

// A function of the page reads a text each time it shows it: `language` and the texts below are those of the current language.

type Messages = typeof import('./tr.ts')
const catalogues: Record<Language, () => Promise<Messages>> = { tr: () => import('./tr.ts'), en: () => import('./en.ts') }

export let language: Language = localStore.read('language') === 'en' ? 'en' : 'tr'
export let auditMessages: Messages['auditMessages']
export let auditNames: Messages['auditNames']
export let callMessages: Messages['callMessages']
export let companyMessages: Messages['companyMessages']
export let fileMessages: Messages['fileMessages']
export let homeMessages: Messages['homeMessages']
export let issueMessages: Messages['issueMessages']
export let machineMessages: Messages['machineMessages']
export let mailMessages: Messages['mailMessages']
export let navigationMessages: Messages['navigationMessages']
export let reauthenticationMessages: Messages['reauthenticationMessages']
export let secondFactorMessages: Messages['secondFactorMessages']
export let securityMessages: Messages['securityMessages']
export let sessionMessages: Messages['sessionMessages']
export let shellMessages: Messages['shellMessages']
export let teamMessages: Messages['teamMessages']
export let ticketMessages: Messages['ticketMessages']
export let uiMessages: Messages['uiMessages']
export let userMessages: Messages['userMessages']

const listeners = new Set<() => void>()

/** Loads the texts of a language and shows the page in it. Rejects where they cannot be loaded; then the current ones stay. */
export async function setLanguage(next: Language) {
  const loaded = await catalogues[next]()
  language = next
  ;({
    auditMessages,
    auditNames,
    callMessages,
    companyMessages,
    fileMessages,
    homeMessages,
    issueMessages,
    machineMessages,
    mailMessages,
    navigationMessages,
    reauthenticationMessages,
    secondFactorMessages,
    securityMessages,
    sessionMessages,
    shellMessages,
    teamMessages,
    ticketMessages,
    uiMessages,
    userMessages,
  } = loaded)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const getSnapshot = () => language

/** The current language. The component renders again when it changes, and with it all that it renders except memoised components. */
export const useLanguage = () => useSyncExternalStore(subscribe, getSnapshot)
