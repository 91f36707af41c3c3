import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a generated file of this repository; with `--check`
 * it fails instead when the file is not current. */
export function writeGenerated(file: string, text: string, command: string) {
  const path = join(import.meta.dirname, '..', file)
  if (!process.argv.includes('--check')) return writeFileSync(path, text)
  if (readFileSync(path, 'utf8') === text) return
  console.error(`${file} is not current: run \`npm run ${command}\`.`)
  process.exitCode = 1
}
