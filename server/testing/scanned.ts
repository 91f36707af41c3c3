import { afterAll, afterEach, beforeEach } from 'vitest'
import { routes } from '#contract/routes.ts'
import { startClamd } from './clamd.ts'
import { givenIn } from './given.ts'
import { openPortal, type Person } from './portal.ts'

/** A portal where a scanner is set. It is held before each test, so that a file waits until a test says `clamd.release()`. */
export async function openScanned() {
  const clamd = await startClamd({ limit: 100_000 })
  afterAll(clamd.stop)
  const soon = { retries: { retryLimit: 100, retryDelay: 1, retryDelayMax: 1 } }
  const portal = await openPortal({ CLAMAV_URL: clamd.url }, soon)
  const given = givenIn(portal)
  beforeEach(() => clamd.hold())
  afterEach(() => clamd.release())

  /** A general file of a new machine, and how its list shows it. */
  async function fileOn(place: { admin: Person; machineId: string }, file: Parameters<typeof given.upload>[1] = {}) {
    const id = await given.upload(place.admin, file)
    const params = { machine: place.machineId }
    await portal.as(place.admin).call(routes.files.addToMachine, { params, body: { file: id } })
    const look = async () =>
      (await portal.as(place.admin).call(routes.files.listOfMachine, { params })).body.machineFiles.find(({ _id }) => _id === id)
    const state = async () => (await look())?.state
    return { id, look, state }
  }
  return { clamd, portal, given, fileOn }
}

/** Within how many ms a file is looked at. */
export const within = { timeout: 15_000, interval: 100 }
