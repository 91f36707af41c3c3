import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, transformWithOxc } from 'vite'
import { compileTargets } from './supportedBrowsers.ts'

/** Few users need them, and only once. */
const loadedOnUse = /^assets\/libheif-/

const source = join(import.meta.dirname, '../worker/serviceWorker.ts')

/** Writes `sw.js` with the names of the build's files: a new build
 * is a new worker, for which the browser looks at each visit. */
export function buildServiceWorker(): Plugin {
  return {
    name: 'build-service-worker',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const assets = Object.keys(bundle)
          .filter(file => /^assets\/.+\.(js|css)$/.test(file) && !loadedOnUse.test(file))
          .map(file => `/${file}`)
          .sort()
        const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, {
          target: compileTargets,
        })
        // of a module, which a classic worker is not
        const script = code.replace(/^export \{\s*\};?$/m, '')
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: `const buildAssets = ${JSON.stringify(assets)}\n${script}`,
        })
      },
    },
  }
}
