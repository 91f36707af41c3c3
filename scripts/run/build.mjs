import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileCacheEnv, runQuietly } from './child.mjs'

const stampOf = root => join(root, 'web', 'dist', '.built')

export function isBuilt(root) {
  const stamp = stampOf(root)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources(root)
}

export async function build(root, node) {
  console.error('Building the web …')
  const before = hashSources(root)
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  await runQuietly(node, [vite, 'build', 'web', '--logLevel', 'warn'], {
    cwd: root,
    env: { NODE_ENV: 'production' },
  })
  await fillCompileCache(root, node)
  writeFileSync(stampOf(root), before)
}

/** Fills Node's compile cache, for faster starts with less
 * memory. Errors are ignored: the server's start reports them. */
async function fillCompileCache(root, node) {
  const script = "await import('./server/app/start.ts').catch(() => {})"
  await runQuietly(node, ['--input-type=module', '--eval', script], {
    cwd: root,
    env: compileCacheEnv(root),
  })
}

function hashSources(root) {
  const hash = createHash('sha256')
  for (const folder of ['web', 'contract']) {
    for (const path of files(root, folder))
      hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex')
}

function files(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap(entry => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory())
        return path === 'web/dist' || entry.name === 'node_modules' ? [] : files(root, path)
      return entry.isFile() ? [path] : []
    })
}
