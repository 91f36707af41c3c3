import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildServiceWorker } from './vite/buildServiceWorker.ts'
import { buildSignInPage } from './vite/buildSignInPage.ts'
import { chunkGroups } from './vite/chunks.ts'
import { compileAtOnce } from './vite/compileAtOnce.ts'
import { dropServerParts } from './vite/dropServerParts.ts'
import { importIcons } from './vite/importIcons.ts'
import { nameMessages } from './vite/nameMessages.ts'
import { precompress } from './vite/precompress.ts'
import { compileTargets, supportBrowsers } from './vite/supportedBrowsers.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    importIcons(),
    react(),
    dropServerParts(),
    nameMessages(),
    compileAtOnce(),
    buildServiceWorker(),
    buildSignInPage(),
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
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
})
