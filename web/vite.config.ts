import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './vite/buildServiceWorker.ts'
import { compileAtOnce } from './vite/compileAtOnce.ts'
import { dropServerParts } from './vite/dropServerParts.ts'
import { importIcons } from './vite/importIcons.ts'
import { nameMessages } from './vite/nameMessages.ts'
import { precompress } from './vite/precompress.ts'
import { compileTargets, supportBrowsers } from './vite/supportedBrowsers.ts'

type Module = { importers: readonly string[]; dynamicImporters: readonly string[] }
type ModuleGraph = { getModuleInfo(id: string): Module | null }

/** Pages that a visitor may open first: the code they share
 * is a chunk of its own, without the rest of the portal. */
const entryPage = /[\\/](LoginPage|PasswordPage|ForgotPasswordPage|PublicFrame)\.tsx/

/** Forms of visitors load these once they are shown, without the rest of the portal. */
const schemas = /[\\/](node_modules[\\/]zod|contract[\\/](identity|fields|password))[\\/.]/

/** The folders of the pages that load a module; an entry page,
 * and a module outside of them, are named by what they are. */
function featuresUsing(id: string, modules: ModuleGraph): Set<string> {
  const features = new Set<string>()
  for (const each of dependentsOf(id, modules)) {
    const module = modules.getModuleInfo(each)
    if (entryPage.test(each)) features.add('entrance')
    if (module && module.dynamicImporters.length > 0)
      features.add(/[\\/]web[\\/]src[\\/](\w+)[\\/]/.exec(each)?.[1] ?? 'portal')
  }
  return features
}

/** A module, and all that import it, but for those that load it on demand. */
function dependentsOf(id: string, modules: ModuleGraph): Set<string> {
  const dependents = new Set([id])
  for (const each of dependents)
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) dependents.add(importer)
  return dependents
}

const chunkOfEntrance = (id: string, modules: ModuleGraph) =>
  !schemas.test(id) && featuresUsing(id, modules).has('entrance') ? 'entrance' : null

/** Puts modules that several features use into one file: sixty
 * small files cost a request each and compress worse. */
function chunkOfSeveral(id: string, modules: ModuleGraph) {
  // few users load it, and only once
  if (/[\\/](second-factor|lean-qr)[\\/.]/.test(id)) return 'second-factor'
  return featuresUsing(id, modules).size > 1 ? 'portal' : null
}

/** What the lists of tickets share with other pages, without what writing on a ticket needs. */
function chunkOfLists(id: string, modules: ModuleGraph) {
  const isOfList = [...dependentsOf(id, modules)].some(each => ticketList.test(each))
  return isOfList ? 'tickets' : null
}
const ticketList = /[\\/](QueuePage|TicketsPage)\.tsx/

/** What only the pages of one feature share, such as a
 * ticket's conversation, is not loaded with other pages. */
function chunkOfOne(id: string, modules: ModuleGraph) {
  const [feature] = featuresUsing(id, modules)
  return feature === 'tickets' ? 'conversation' : (feature ?? null)
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    importIcons(),
    react(),
    dropServerParts(),
    nameMessages(),
    compileAtOnce(),
    buildServiceWorker(),
    supportBrowsers(),
    precompress(),
  ],
  build: {
    manifest: true,
    target: compileTargets,
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'], priority: 1 },
            { name: chunkOfEntrance, minShareCount: 2, priority: 0.9 },
            { name: 'schemas', test: schemas, priority: 0.8 },
            { name: chunkOfSeveral, minShareCount: 2, priority: 0.5 },
            { name: chunkOfLists, minShareCount: 2, priority: 0.3 },
            { name: chunkOfOne, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
