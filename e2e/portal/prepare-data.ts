import { rmSync } from 'node:fs'
import { preparedData, startDemoPortal } from './demo-portal.ts'

/** Prepares the data with a copy of which each portal begins:
 * a new database and the demo's data take seconds. */
export default async function prepareData() {
  const { folder, stop } = await startDemoPortal()
  await stop()
  process.env[preparedData] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
