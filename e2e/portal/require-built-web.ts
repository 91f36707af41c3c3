import { join } from 'node:path'
import { isBuilt } from '../../scripts/run/build.mjs'

/** The browser tests would otherwise test yesterday's portal. */
export default function requireBuiltWeb() {
  if (!isBuilt(join(import.meta.dirname, '../..')))
    throw new Error(
      'web/dist is older than its sources: run the tests with `npm test`, which builds it.',
    )
}
