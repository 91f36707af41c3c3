import type { Language } from '#contract/text/messages.ts'
import { createStore, useStore } from '../browser/store.ts'

// A function of the page reads a text each time it shows it:
// `language` and the texts below are those of the current language.

type PublicMessages = typeof import('./tr.ts')
type PortalMessages = typeof import('./tr.portal.ts')
type AdminMessages = typeof import('./tr.admin.ts')

/** index.html has chosen it: the stored one, or that of the browser. */
export let language: Language = globalThis.document?.documentElement?.lang === 'en' ? 'en' : 'tr'
export let callMessages: PublicMessages['callMessages']
export let issueMessages: PublicMessages['issueMessages']
export let secondFactorMessages: PublicMessages['secondFactorMessages']
export let sessionMessages: PublicMessages['sessionMessages']
export let shellMessages: PublicMessages['shellMessages']
export let uiMessages: PublicMessages['uiMessages']

// Behind the sign-in: set by `loadPortalMessages`.
export let administrationMessages: PortalMessages['administrationMessages']
export let companyMessages: PortalMessages['companyMessages']
export let fileMessages: PortalMessages['fileMessages']
export let homeMessages: PortalMessages['homeMessages']
export let machineMessages: PortalMessages['machineMessages']
export let navigationMessages: PortalMessages['navigationMessages']
export let notificationMessages: PortalMessages['notificationMessages']
export let reauthenticationMessages: PortalMessages['reauthenticationMessages']
export let replyMessages: PortalMessages['replyMessages']
export let ticketMessages: PortalMessages['ticketMessages']
export let userMessages: PortalMessages['userMessages']

// On pages that are opened rarely: set by `loadAdminMessages`.
export let auditMessages: AdminMessages['auditMessages']
export let auditNames: AdminMessages['auditNames']
export let mailMessages: AdminMessages['mailMessages']
export let notificationSettingsMessages: AdminMessages['notificationSettingsMessages']
export let onBehalfMessages: AdminMessages['onBehalfMessages']
export let peopleMessages: AdminMessages['peopleMessages']
export let profileMessages: AdminMessages['profileMessages']
export let receivedMessages: AdminMessages['receivedMessages']
export let savedReplyMessages: AdminMessages['savedReplyMessages']
export let securityMessages: AdminMessages['securityMessages']
export let senderMessages: AdminMessages['senderMessages']
export let settingsMessages: AdminMessages['settingsMessages']
export let teamMessages: AdminMessages['teamMessages']
export let ticketDialogMessages: AdminMessages['ticketDialogMessages']
export let topicMessages: AdminMessages['topicMessages']

const store = createStore(language)

type Catalogue = {
  shown: Language | null
  /** Loads the texts of a language, and returns the function that shows them. */
  load(next: Language): Promise<() => void>
}
function createCatalogue<Texts>(
  files: Record<Language, () => Promise<Texts>>,
  show: (texts: Texts) => void,
): Catalogue {
  const catalogue: Catalogue = {
    shown: null,
    async load(next) {
      const texts = await files[next]()
      return () => {
        catalogue.shown = next
        show(texts)
      }
    },
  }
  return catalogue
}

const publicCatalogue = createCatalogue(
  { tr: () => import('./tr.ts'), en: () => import('./en.ts') },
  texts => {
    ;({
      callMessages,
      issueMessages,
      secondFactorMessages,
      sessionMessages,
      shellMessages,
      uiMessages,
    } = texts)
  },
)
const portalCatalogue = createCatalogue(
  { tr: () => import('./tr.portal.ts'), en: () => import('./en.portal.ts') },
  texts => {
    ;({
      administrationMessages,
      companyMessages,
      fileMessages,
      homeMessages,
      machineMessages,
      notificationMessages,
    } = texts)
    ;({
      navigationMessages,
      reauthenticationMessages,
      replyMessages,
      ticketMessages,
      userMessages,
    } = texts)
  },
)
const adminCatalogue = createCatalogue(
  { tr: () => import('./tr.admin.ts'), en: () => import('./en.admin.ts') },
  texts => {
    ;({
      auditMessages,
      auditNames,
      mailMessages,
      notificationSettingsMessages,
      onBehalfMessages,
      peopleMessages,
      profileMessages,
      receivedMessages,
      savedReplyMessages,
      securityMessages,
      senderMessages,
      settingsMessages,
      teamMessages,
      ticketDialogMessages,
      topicMessages,
    } = texts)
  },
)
/** Those that the pages opened so far need. */
const needed = new Set([publicCatalogue])

/** Loads the texts of a language and shows the page in it. Rejects
 * where they cannot be loaded; then the current ones stay. */
export async function setLanguage(next: Language) {
  let loaded: (() => void)[]
  do loaded = await Promise.all([...needed].map(catalogue => catalogue.load(next)))
  while (loaded.length < needed.size) // a page has needed another one meanwhile
  language = next
  for (const show of loaded) show()
  store.set(next)
}

/** Loads a catalogue's texts in the current language. Rejects where they cannot be loaded. */
async function loadCatalogue(catalogue: Catalogue) {
  needed.add(catalogue)
  while (catalogue.shown !== language) {
    const show = await catalogue.load(language)
    show()
  }
}
/** Loads the texts of the pages behind the sign-in. */
export const loadPortalMessages = () => loadCatalogue(portalCatalogue)
/** Loads the texts of the pages that are opened rarely. */
export const loadAdminMessages = () => loadCatalogue(adminCatalogue)
/** Of a page or dialog that is opened rarely: its texts are loaded in parallel with its code. */
export const withAdminMessages =
  <Part>(load: () => Promise<Part>) =>
  async () => {
    const [part] = await Promise.all([load(), loadAdminMessages()])
    return part
  }

/** The current language. The component renders again when it changes,
 * and with it all that it renders except memoised components. */
export const useLanguage = () => useStore(store)
