import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compileAtOnce } from './compileAtOnce.ts'
import { precompress } from './precompress.ts'

type Modules = { getModuleInfo(id: string): { importers: readonly string[] } | null }

/** A page that a visitor may begin at: what it needs must not bring the rest of the portal along. */
const entrance = /[\\/](LoginPage|PasswordPage|ForgotPasswordPage|PublicFrame)\.tsx/

/** What several pages use travels in one file: sixty small ones would each ask the server, and compress worse. */
function shared(id: string, modules: Modules) {
  if (/[\\/](second-factor|lean-qr)[\\/.]/.test(id)) return 'second-factor' // few need it, and they once
  const above = new Set([id])
  for (const each of above) {
    if (entrance.test(each)) return 'entrance'
    for (const importer of modules.getModuleInfo(each)?.importers ?? []) above.add(importer)
  }
  return 'portal'
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), compileAtOnce(), precompress()],
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
            { name: shared, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
