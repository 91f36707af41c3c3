import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'

const stampOf = root => join(root, 'node_modules', '.installed')

/** Whether node_modules matches package-lock.json on this platform,
 * by our stamp or by npm's record of a manual `npm ci`. */
export function isInstalled(root) {
  const stamp = stampOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === expectedStamp(root)) return true
  if (!recordMatches(root)) return false
  writeStamp(root)
  return true
}

export async function install(root) {
  console.error('Installing packages (about a minute, once) …')
  const args = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=error',
  ]
  const npm = process.env.npm_execpath ?? ''
  const command = /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm, ...args]] : ['npm', args]
  const attempt = () => runQuietly(...command, { cwd: root })
  await attempt().catch(attempt) // a download may stall; npm does not repeat one that has begun
  writeStamp(root)
}

function writeStamp(root) {
  try {
    writeFileSync(stampOf(root), expectedStamp(root))
  } catch (error) {
    // Without write permission, as in a container image, every run compares npm's record again.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

const expectedStamp = root =>
  `${process.platform}-${process.arch} ${createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')}\n`

function recordMatches(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const packages = file => JSON.parse(readFileSync(file, 'utf8')).packages
  const installed = packages(record)
  return Object.entries(packages(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) =>
      path === '' || (installed[path] ? installed[path].version === version : optional),
  )
}
