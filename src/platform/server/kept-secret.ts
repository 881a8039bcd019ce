import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret in the data directory: generated on the first start, readable by its owner only. */
export function keptSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  if (!existsSync(path)) makeSecret(path)
  return readFileSync(path, 'utf8').trim()
}

/** Written to a temporary file, then linked: on a full disk a half-written secret would be used from then on. */
function makeSecret(path: string): void {
  const beside = `${path}.${process.pid}`
  try {
    writeFileSync(beside, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
    linkSync(beside, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    // Some network folders have no hard links.
    if (/^(EPERM|ENOSYS|ENOTSUP|EOPNOTSUPP)$/.test(code)) renameSync(beside, path)
    else if (code !== 'EEXIST') throw error
  } finally {
    rmSync(beside, { force: true })
  }
}
