import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Longer than any installation: an older claim's process id has been reused. */
const maxAgeMs = 30 * 60_000

/**
 * Runs `work` while no other process runs its own under the same folder; waits for the one that does. Synchronous, with Node's
 * own modules alone, since it runs before anything is installed.
 *
 * Each process puts down a claim named after its id, then looks for others: with one of a living process in sight it takes its
 * own back and tries again later. Of two at least the second sees the first, so never both go on. Claims of dead processes
 * count for nothing.
 */
export function withInstallLock(folder, work, onWait = () => {}) {
  mkdirSync(folder, { recursive: true })
  const mine = join(folder, String(process.pid))
  for (let waited = false; ; ) {
    writeFileSync(mine, '')
    const holder = otherClaim(folder)
    if (holder === null) break
    rmSync(mine, { force: true })
    if (!waited) onWait(holder)
    waited = true
    sleep(100 + Math.random() * 200)
  }
  try {
    return work()
  } finally {
    rmSync(mine, { force: true })
  }
}

/**
 * Runs the command as a child with its own claim, which outlives a killed parent. A shell writes the claim and execs the command,
 * so that both have one process id; Windows has neither.
 */
export function withClaim(folder, command, args) {
  if (process.platform === 'win32') return [command, args]
  return ['sh', ['-c', ': > "$0/$$" && exec "$@"', folder, command, ...args]]
}

/** The id of another running process with a claim, or null. */
function otherClaim(folder) {
  for (const name of readdirSync(folder)) {
    if (name === String(process.pid)) continue
    if (isAlive(Number(name)) && !isOld(join(folder, name))) return Number(name)
    rmSync(join(folder, name), { force: true })
  }
  return null
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs as another user.
    return error.code === 'EPERM'
  }
}

function isOld(path) {
  const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
  return Date.now() - mtimeMs > maxAgeMs
}

function sleep(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
