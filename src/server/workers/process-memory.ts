import { readFileSync } from 'node:fs'

/** Linux's page size on x64, and on arm64 as distributions build it; larger pages only make the figure too low. */
const pageBytes = 4096
const mebibyte = 1024 * 1024

/**
 * Resident memory of a process in MiB, from /proc; null for a process that has ended and on systems without /proc. The heap limit
 * of V8 does not count buffers, which is where a decompressed stream goes.
 */
export function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return Number.isFinite(pages) ? (pages * pageBytes) / mebibyte : null
  } catch {
    return null
  }
}
