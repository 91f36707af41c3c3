import type { Plugin } from 'vite'

/**
 * Asks the browser to compile each file whole while it arrives, beside the page's own thread, and not function by function on it as they are
 * first called (V8's explicit compile hints; other engines read a comment). Minifiers drop comments, so it is put in front of what they made.
 */
export function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
      },
    },
  }
}
