import type { Plugin } from 'vite'

/** The oldest browsers in which the portal works: four years old
 * at the end of 2026. `docs/deployment.md` names them, too. */
export const oldestBrowsers = {
  Chrome: '106',
  Edge: '106',
  Firefox: '108',
  Safari: '16.2',
  'Samsung Internet': '20',
}

/** Their engines, for which syntax and styles are compiled. */
export const compileTargets = ['chrome106', 'edge106', 'firefox108', 'safari16.2', 'ios16.2']

/** Features of scripts and styles that one of them lacks, and
 * that neither the compiler nor `polyfills.ts` replaces. */
const newerFeatures: Record<string, { js?: RegExp; css?: RegExp }> = {
  'lookbehind in a regular expression': { js: /\(\?<[=!]/ },
  'Array.fromAsync': { js: /\bArray\.fromAsync\b/ },
  'Array.prototype.toReversed, toSpliced': { js: /\.(toReversed|toSpliced)\(/ },
  'Object.groupBy': { js: /\bObject\.groupBy\b/ },
  'methods of sets': { js: /\.(symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/ },
  'Promise.try': { js: /\bPromise\.try\b/ },
  'RegExp.escape': { js: /\bRegExp\.escape\b/ },
  'String.prototype.toWellFormed': { js: /\.toWellFormed\(/ },
  'URL.canParse': { js: /\bURL\.canParse\b/ },
  'Uint8Array as base64 or hex': {
    js: /\bUint8Array\.from(Base64|Hex)\b|\.(toHex|setFromBase64)\(/,
  },
  'Intl.Segmenter, Intl.DurationFormat': { js: /\bIntl\.(Segmenter|DurationFormat)\b/ },
  'HTMLElement.showPopover, which throws where it is open': { js: /\.showPopover\(/ },
  ':has() in a selector of a script': { js: /:has\(/ },
  'light-dark() and relative colours': { css: /light-dark\(|\(from / },
  'dvh, svh or lvh elsewhere than in --screen-height': {
    css: /(?<![\w.-]|--screen-height:\s*|\(height:\s*)[\d.]+[dsl]v[a-z]+\b/,
  },
  'a selector with :popover-open outside of :is()': { css: /(?:^|[},])[^{}():]*:popover-open/ },
}

/** The features that a script or style sheet of the build
 * uses and not all supported browsers have. */
export function findNewerFeatures(fileName: string, text: string) {
  const kind = /\.(js|css)$/.exec(fileName)?.[1] as 'js' | 'css' | undefined
  return Object.keys(newerFeatures).filter(
    feature => kind && newerFeatures[feature]?.[kind]?.test(text),
  )
}

/** Names the supported browsers in index.html, and refuses a build that needs newer ones. */
export function supportBrowsers(): Plugin {
  return {
    name: 'support-browsers',
    transformIndexHtml: html =>
      html.replaceAll(
        '__OLDEST_BROWSERS__',
        Object.entries(oldestBrowsers)
          .map(each => each.join(' '))
          .join(', '),
      ),
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          const [feature] = findNewerFeatures(
            file.fileName,
            file.type === 'chunk' ? file.code : String(file.source),
          )
          if (feature)
            this.error(
              `${file.fileName} uses ${feature}, which a supported browser lacks (web/vite/supportedBrowsers.ts)`,
            )
        }
      },
    },
  }
}
