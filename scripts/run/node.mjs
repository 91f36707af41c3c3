import { existsSync } from 'node:fs'
import { join } from 'node:path'

const needed = 24

/** The Node to run TypeScript with: this one if it is new enough, else the one that came with the packages. */
export function findNode(root) {
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath
  const brought = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(brought)) return brought
  throw new Error(
    `Tezgah needs Node ${needed} or newer, and this is ${process.version}. The package "node" would have brought one, but its install script did not run.\n` +
      `Run "npm rebuild node --ignore-scripts=false", or install Node ${needed} from https://nodejs.org.`,
  )
}
