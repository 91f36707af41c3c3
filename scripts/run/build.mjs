import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiled, runQuietly } from './child.mjs'

const stampOf = root => join(root, 'web', 'dist', '.built')

/** The built web is that of the sources as they are now, by their content. */
export function isBuilt(root) {
  const stamp = stampOf(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources(root)
}

/** Builds web/ into web/dist. */
export async function build(root, node) {
  console.error('Building the web …')
  const before = sources(root)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runQuietly(node, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: root, env: { NODE_ENV: 'production' } })
  await warm(root, node)
  writeFileSync(stampOf(root), before)
}

/**
 * Reads the server once, so that every start finds it compiled: quicker, and without the memory that the compiler would keep.
 * What is wrong with it, its start says.
 */
async function warm(root, node) {
  const read = "await import('./server/app/start.ts').catch(() => {})"
  await runQuietly(node, ['--input-type=module', '--eval', read], { cwd: root, env: compiled(root) })
}

function sources(root) {
  const hash = createHash('sha256')
  for (const folder of ['web', 'contract']) {
    for (const path of files(root, folder)) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

function files(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return path === 'web/dist' || entry.name === 'node_modules' ? [] : files(root, path)
      return entry.isFile() ? [path] : []
    })
}
