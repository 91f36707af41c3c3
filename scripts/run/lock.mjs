import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const staleAfter = 30 * 60_000 // ms; another program may have the process id by now

/** Runs `work` under a lock file of this clone, which names
 * its process; that of an ended process does not count. */
export async function withLock(root, work) {
  const lock = join(root, 'data', '.preparing') // data/ is never committed
  const ownFile = `${lock}.${process.pid}`
  mkdirSync(join(root, 'data'), { recursive: true })
  writeFileSync(ownFile, `${process.pid}`)
  try {
    for (let tries = 0; !acquire(ownFile, lock); tries++) {
      if (removeStale(lock, ownFile)) continue
      if (tries === 0)
        console.error(
          `Waiting for another run to finish preparing; if there is none, remove ${lock} …`,
        )
      await pause(200)
    }
    try {
      await work()
    } finally {
      rmSync(lock, { force: true })
    }
  } finally {
    rmSync(ownFile)
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

/** Removes the lock of an ended process. Returns whether the lock may be free now. */
function removeStale(lock, ownFile) {
  const removed = `${ownFile}.removed`
  try {
    const holder = readFileSync(lock, 'utf8')
    if (isRunning(Number(holder)) && Date.now() - statSync(lock).mtimeMs < staleAfter) return false
    renameSync(lock, removed)
    // Of two processes that find the same stale lock, the slower
    // one has moved the faster one's new lock, and links it back.
    if (readFileSync(removed, 'utf8') !== holder) linkSync(removed, lock)
  } catch (error) {
    // it was released or acquired meanwhile
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error
  }
  rmSync(removed, { force: true })
  return true
}

function isRunning(processId) {
  if (processId === process.pid) return false // a restarted container reuses process ids
  try {
    return process.kill(processId, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
