import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './child.mjs'

const stampOf = root => join(root, 'node_modules', '.installed')

/** What is installed suits package-lock.json, on this kind of machine: a stamp says so, or npm's own record for a hand-made install. */
export function isInstalled(root) {
  const stamp = stampOf(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted(root)) return true
  if (!recordMatches(root)) return false
  writeStamp(root)
  return true
}

/** Installs exactly what package-lock.json names, with the tools for building and testing. */
export async function install(root) {
  console.error('Installing packages (about a minute, once) …')
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  // The npm that called us, if one did; npm itself is a script of this Node.
  const npm = process.env.npm_execpath ?? ''
  if (/npm-cli\.c?js$/.test(npm)) await runQuietly(process.execPath, [npm, ...args], { cwd: root })
  else await runQuietly('npm', args, { cwd: root })
  writeStamp(root)
}

function writeStamp(root) {
  try {
    writeFileSync(stampOf(root), wanted(root))
  } catch (error) {
    // In an image whose node_modules belongs to another user it is worked out anew each time.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error
  }
}

const wanted = root =>
  `${process.platform}-${process.arch} ${createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')}\n`

function recordMatches(root) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const packages = file => JSON.parse(readFileSync(file, 'utf8')).packages
  const there = packages(record)
  return Object.entries(packages(join(root, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || (there[path] ? there[path].version === version : optional),
  )
}
