import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const staleAfter = 30 * 60_000 // ms

/** Runs `work` under a lock file of this clone. A lock is stale when its process has ended or after 30 minutes. */
export async function withLock(root, work) {
  const lock = join(root, 'data', '.preparing') // data/ is never committed
  const ownFile = `${lock}.${process.pid}`
  mkdirSync(join(root, 'data'), { recursive: true })
  writeFileSync(ownFile, `${process.pid}`)
  let hasAnnounced = false
  try {
    while (!acquire(ownFile, lock)) {
      const holder = read(lock)
      if (holder !== undefined && isStale(holder, lock)) {
        removeStale(lock, holder)
        continue
      }
      if (!hasAnnounced) console.error(`Waiting for another run (process ${holder}) to finish preparing …`)
      hasAnnounced = true
      await pause(200)
    }
    await work()
  } finally {
    if (read(lock) === `${process.pid}`) rmSync(lock, { force: true })
    rmSync(ownFile, { force: true })
  }
}

// A hard link is atomic: it appears with its content, or fails when the lock exists.
function acquire(ownFile, lock) {
  try {
    linkSync(ownFile, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isStale(holder, lock) {
  if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > staleAfter) return true
  try {
    process.kill(Number(holder), 0)
    return Number(holder) === process.pid // a restarted container reuses process ids
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Of two processes that find the same stale lock, the slower one must not remove the faster one's new lock: it links it back. */
function removeStale(lock, holder) {
  const removed = `${lock}.${process.pid}.removed`
  try {
    renameSync(lock, removed)
    if (read(removed) !== holder) linkSync(removed, lock)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error
  }
  rmSync(removed, { force: true })
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
