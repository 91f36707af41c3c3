import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Replaces the source files of the texts, which the script of index.html
 * preloads, by those of the build, whose names have a hash. */
export function nameMessages(): Plugin {
  return {
    name: 'name-messages',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) =>
        html.replace(/\/(src\/messages\/\w+\.ts)/g, (_, source) => {
          const path = join(import.meta.dirname, '..', source)
          const chunk = Object.values(bundle).find(
            file => file.type === 'chunk' && file.facadeModuleId === path,
          )
          if (!chunk) throw new Error(`${source} is not a file of the build`)
          return `/${chunk.fileName}`
        }),
    },
  }
}
