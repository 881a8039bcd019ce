import { readFileSync } from 'node:fs'

/** Page size on x64 and usual arm64 kernels; with larger pages the result is too low. */
const pageBytes = 4096
const mebibyte = 1024 * 1024

/**
 * Resident memory of a process in MiB from /proc; null if it has ended or there is no /proc. V8's heap limit does not cover
 * buffers, which hold decompressed streams.
 */
export function residentMb(pid: number): number | null {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1])
    return Number.isFinite(pages) ? (pages * pageBytes) / mebibyte : null
  } catch {
    return null
  }
}
