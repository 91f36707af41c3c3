import type { Plugin } from 'vite'

/** Adds V8's explicit compile hint to each chunk: the whole file is
 * compiled off the main thread while it loads (record 0006). Minifiers
 * drop comments, so this runs after them; other engines ignore it. */
export function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
