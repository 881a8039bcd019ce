import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mebibyte = 1024 * 1024

/** A size-limited file system in memory. */
export interface SmallDisk {
  readonly folder: string
  /** Fills or frees the disk so that this many MB are free. */
  leaveFree(megabytes: number): void
  remove(): void
}

/** Mounts a small disk; null without the permission to mount. */
export function smallDisk(megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    leaveFree(freeMebibytes) {
      writeFileSync(filler, '')
      truncateSync(filler)
      const { bavail, bsize } = statfsSync(folder)
      const excess = bavail * bsize - freeMebibytes * mebibyte
      if (excess > 0) writeFileSync(filler, Buffer.alloc(excess))
    },
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
