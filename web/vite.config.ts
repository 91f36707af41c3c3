import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  build: {
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    // What every page needs is one file: it compresses better than a dozen.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'core', tags: ['$initial'] }] } } },
  },
})
