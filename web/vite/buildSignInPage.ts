import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type Plugin, type Rolldown, transformWithOxc } from 'vite'
import { compileTargets } from './supportedBrowsers.ts'

const web = join(import.meta.dirname, '..')
const signIn = join(web, 'src/identity/sign-in')
const languages = ['tr', 'en'] as const

/** Writes `login.html`: index.html with the sign-in form, which is usable
 * before the app's code has arrived (record 0083). */
export function buildSignInPage(): Plugin {
  return {
    name: 'build-sign-in-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('The build has no index.html')
        const html = String(index.source)
        const linksOf = (source: string) =>
          filesOf(bundle, join(web, source))
            .filter(file => !html.includes(file))
            .map(file => `<link ${relationOf(file)} crossorigin href="/${file}">`)
            .join('')
        const pages = await renderPages()
        const templates = languages.map(
          each =>
            `<template lang="${each}">${linksOf(`src/messages/${each}.ts`)}${pages[each]}</template>`,
        )
        const script = `<script nonce="__CSP_NONCE__">${await compileScript()}</script>`
        this.emitFile({
          type: 'asset',
          fileName: 'login.html',
          source: html
            .replace('</head>', end => linksOf('src/identity/sign-in/LoginPage.tsx') + end)
            .replace('<div id="root"></div>', root => root + templates.join('') + script),
        })
      },
    },
  }
}

/** The style sheets and chunks of a module and of what it imports. */
function filesOf(bundle: Rolldown.OutputBundle, path: string) {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const first = chunks.find(({ facadeModuleId }) => facadeModuleId === path)
  if (!first) throw new Error(`${path} is not a file of the build`)
  const found = new Set([first])
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  const styles = [...found].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...styles, ...[...found].map(({ fileName }) => fileName)]
}

const relationOf = (file: string) =>
  file.endsWith('.css') ? 'rel="stylesheet"' : 'rel="modulepreload"'

/** The sign-in page in each language. Class names go by the
 * style sheets' texts, so they are those of the build. */
async function renderPages() {
  const server = await createServer({
    configFile: join(web, 'vite.config.ts'),
    mode: 'production',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  try {
    const { renderSignIn } = (await server.ssrLoadModule(
      '/vite/renderSignIn.tsx',
    )) as typeof import('./renderSignIn.tsx')
    // one after the other: the language is the app's
    return { tr: await renderSignIn('tr'), en: await renderSignIn('en') }
  } finally {
    await server.close()
  }
}

async function compileScript() {
  const path = join(signIn, 'showEarlyForm.ts')
  const { code } = await transformWithOxc(readFileSync(path, 'utf8'), path, {
    target: compileTargets,
  })
  return code
}
