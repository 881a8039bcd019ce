import { closeSync, fsyncSync, openSync } from 'node:fs'

/** fsyncs a directory, so that its entries survive a power failure. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
