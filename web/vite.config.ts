import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './buildServiceWorker.ts'
import { compileAtOnce } from './compileAtOnce.ts'
import { nameMessages } from './nameMessages.ts'
import { precompress } from './precompress.ts'

type ModuleGraph = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** Pages that a visitor may open first: the code they share is a chunk of its own, without the rest of the portal. */
const entryPage = /[\\/](LoginPage|PasswordPage|ForgotPasswordPage|PublicFrame)\.tsx/

/** What only pages of one kind need: the conversation of a ticket, and the administrator's pages. */
const ofOneKind =
  /[\\/](web[\\/]src[\\/](tickets[\\/]\w+[\\/](Conversation|Timeline|Composer|WholeMail|PresenceLine|AnswerTime|usePresence)|notifications[\\/]useTicketNews|mail[\\/])|contract[\\/](mails|mail-in|vendors|colors)\.)/

/** Puts modules that several pages use into one file: sixty small files cost a request each and compress worse. */
function chunkOfShared(id: string, modules: ModuleGraph) {
  if (ofOneKind.test(id)) return null
  if (/[\\/](second-factor|lean-qr)[\\/.]/.test(id)) return 'second-factor' // few users load it, and only once
  const dependents = new Set([id])
  for (const each of dependents) {
    if (entryPage.test(each)) return 'entrance'
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) dependents.add(importer)
  }
  return 'portal'
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), nameMessages(), compileAtOnce(), buildServiceWorker(), precompress()],
  build: {
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'core', tags: ['$initial'], priority: 1 },
            { name: chunkOfShared, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
