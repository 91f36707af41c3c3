import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Runs `work` under a lock file of this clone, which names its process; a file of an ended process does not count. */
export async function withLock(root, work) {
  const lock = join(root, 'data', '.preparing') // data/ is never committed
  const ownFile = `${lock}.${process.pid}`
  mkdirSync(join(root, 'data'), { recursive: true })
  writeFileSync(ownFile, `${process.pid}`)
  try {
    for (let tries = 0; !acquire(ownFile, lock); tries++) {
      if (removeStale(lock)) continue
      if (tries === 0) console.error(`Waiting for another run to finish preparing; if there is none, remove ${lock} …`)
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

function removeStale(lock) {
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    process.kill(holder, 0)
    if (holder !== process.pid) return false // a restarted container reuses process ids
  } catch (error) {
    if (error.code === 'EPERM') return false
  }
  rmSync(lock, { force: true })
  return true
}
