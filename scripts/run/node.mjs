import { existsSync } from 'node:fs'
import { join } from 'node:path'

const requiredVersion = 24

export function findNode(root) {
  if (Number.parseInt(process.versions.node, 10) >= requiredVersion) return process.execPath
  const packaged = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(packaged)) return packaged
  throw new Error(
    `Tezgah needs Node ${requiredVersion} or newer, and this is ${process.version}. The npm package "node" provides one, but its install script did not run.\n` +
      `Run "npm rebuild node --ignore-scripts=false", or install Node ${requiredVersion} from https://nodejs.org.`,
  )
}
