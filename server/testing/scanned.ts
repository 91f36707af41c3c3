import { afterAll, afterEach, beforeEach } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from './fixtures.ts'
import { openPortal, type Person } from './portal.ts'
import { startClamd } from './servers/clamd.ts'

/** A portal with a scanner, which delays its replies in each test until `clamd.release()`. */
export async function openPortalWithScanner() {
  const clamd = await startClamd({ limit: 100_000 })
  afterAll(clamd.stop)
  const fastRetries = { retries: { retryLimit: 100, retryDelay: 1, retryDelayMax: 1 } }
  const portal = await openPortal({ CLAMAV_URL: clamd.url }, fastRetries)
  const fixtures = fixturesIn(portal)
  beforeEach(() => clamd.hold())
  afterEach(() => clamd.release())

  async function addFile(
    company: { admin: Person; machineId: string },
    file: Parameters<typeof fixtures.upload>[1] = {},
  ) {
    const id = await fixtures.upload(company.admin, file)
    const params = { machine: company.machineId }
    await portal.as(company.admin).call(routes.files.addToMachine, { params, body: { file: id } })
    const readFile = async () =>
      (
        await portal.as(company.admin).call(routes.files.listOfMachine, { params })
      ).body.machineFiles.find(({ _id }) => _id === id)
    const state = async () => (await readFile())?.state
    return { id, readFile: readFile, state }
  }
  return { clamd, portal, fixtures, addFile }
}

// ms, for polling until a file is scanned
export const scanTimeout = { timeout: 15_000, interval: 100 }
