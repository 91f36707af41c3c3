import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startClamd } from '#testing/servers/clamd.ts'

const clamd = await startClamd({ holdOn: 'a long film' })
afterAll(clamd.stop)
const portal = await openPortal({ CLAMAV_URL: clamd.url })
const fixtures = fixturesIn(portal)

test('files with slow scans delay no others, and are scanned once', async () => {
  const { admin, machineId } = await fixtures.company()
  const params = { machine: machineId }
  const within = { timeout: 15_000, interval: 100 }
  const add = async (text: string) => {
    const id = await fixtures.upload(admin, { type: 'text/plain', bytes: Buffer.from(text) })
    await portal.as(admin).call(routes.files.addToMachine, { params, body: { file: id } })
    return id
  }
  const ready = async () => {
    const { body } = await portal.as(admin).call(routes.files.listOfMachine, { params })
    return body.machineFiles.flatMap(({ _id, state }) => (state === 'ready' ? [_id] : [])).sort()
  }
  const slow: string[] = []
  for (const text of ['a long film', 'a long film of a dog', 'a long film of two dogs']) {
    slow.push(await add(text))
    await expect.poll(clamd.scanned, within).toBe(slow.length)
  }
  const quick = [await add('a page'), await add('a second page')]
  await expect.poll(ready, within).toEqual(quick.toSorted())
  const late = await add('a third page')
  await expect.poll(ready, within).toEqual([...quick, late].sort())
  clamd.release()
  await expect.poll(ready, within).toEqual([...slow, ...quick, late].sort())
  expect(clamd.scanned()).toBe(6)
})
