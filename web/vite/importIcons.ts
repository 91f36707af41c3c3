import type { Plugin } from 'vite'

/** Imports each icon from its own file: through the package's index
 * every icon would seem to be one that the sign-in page needs. */
export function importIcons(): Plugin {
  return {
    name: 'import-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]web[\\/]src[\\/].+\.tsx?$/ },
      handler: code =>
        code.replace(/^import \{ ([\w, ]+) \} from '@tabler\/icons-react'$/gm, (_, names: string) =>
          names
            .split(', ')
            .map(name => `import ${name} from '@tabler/icons-react/dist/esm/icons/${name}.mjs'`)
            .join('\n'),
        ),
    },
  }
}
