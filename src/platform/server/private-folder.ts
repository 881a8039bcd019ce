import { chmodSync, mkdirSync, statSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import { StartError } from '#platform/server/db/start-error.ts'

const forOthers = 0o077

/**
 * Restricts the data directory and all files written from now on to their owner (umask 077; the embedded database creates
 * world-readable files otherwise). Throws a StartError if that fails. On Windows the directory inherits its parent's rights.
 */
export function makePrivate(dataDir: string, log: Pick<FastifyBaseLogger, 'warn'>): void {
  if (process.platform === 'win32') return
  process.umask(forOthers)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!isOpen(dataDir)) return
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    throw notPrivate(dataDir)
  }
  if (isOpen(dataDir)) throw notPrivate(dataDir)
  log.warn(`${dataDir} could be read by other accounts of this machine: it is its owner's alone now (mode 700).`)
}

function isOpen(dataDir: string): boolean {
  return (statSync(dataDir).mode & forOthers) !== 0
}

function notPrivate(dataDir: string): StartError {
  return new StartError(
    `Other accounts of this machine can read ${dataDir} and the portal cannot change that: have its ` +
      'owner run chmod 700 on it, or set another DATA_DIR.',
  )
}
