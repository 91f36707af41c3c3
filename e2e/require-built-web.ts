import { join } from 'node:path'

/** The browser tests would otherwise test yesterday's portal. */
export default async function requireBuiltWeb() {
  const build: string = '../scripts/run/build.mjs'
  const { isBuilt } = (await import(build)) as { isBuilt(root: string): boolean }
  if (!isBuilt(join(import.meta.dirname, '..')))
    throw new Error('web/dist is older than its sources: run the tests with `npm test`, which builds it.')
}
