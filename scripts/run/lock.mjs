import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const tooOld = 30 * 60_000

/** Does the work while no other run of this clone does such work. A lock whose holder died is taken over. */
export async function alone(root, work) {
  const lock = join(root, 'data', '.preparing') // data/ is never committed
  const mine = `${lock}.${process.pid}`
  mkdirSync(join(root, 'data'), { recursive: true })
  writeFileSync(mine, `${process.pid}`)
  let told = false
  try {
    while (!take(mine, lock)) {
      const holder = read(lock)
      if (holder !== undefined && isGone(holder, lock)) {
        takeAway(lock, holder)
        continue
      }
      if (!told) console.error(`Waiting for another run (process ${holder}) to finish preparing …`)
      told = true
      await pause(200)
    }
    await work()
  } finally {
    if (read(lock) === `${process.pid}`) rmSync(lock, { force: true })
    rmSync(mine, { force: true })
  }
}

// A hard link appears at once with its content, or not at all when one is there.
function take(mine, lock) {
  try {
    linkSync(mine, lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isGone(holder, lock) {
  if (Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > tooOld) return true
  try {
    process.kill(Number(holder), 0)
    return Number(holder) === process.pid // left by a namesake, in a container that was started anew
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Two may find the same holder dead, and the slower one must not take the quicker one's new lock away. */
function takeAway(lock, holder) {
  const away = `${lock}.${process.pid}.away`
  try {
    renameSync(lock, away)
    if (read(away) !== holder) linkSync(away, lock)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code)) throw error
  }
  rmSync(away, { force: true })
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
