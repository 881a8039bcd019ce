import { statfs } from 'node:fs/promises'

/** Below this, embedded PostgreSQL could hang on a full disk, so writes are refused. */
const minFreeBytes = 64 * 1024 * 1024
/**
 * Reserved for signing in, which writes a few kilobytes. Twice the size of a WAL segment (16 MB).
 */
const reserveEndsAtBytes = 32 * 1024 * 1024
const checkedEveryMs = 250

/** Free bytes on a folder's disk. */
export type FreeBytes = (folder: string) => Promise<number>

const statFreeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether the disk of the embedded database is full, looked up at most every 250 ms. */
export class FreeSpace {
  readonly #folder: string
  readonly #freeBytes: FreeBytes
  #at = Number.NEGATIVE_INFINITY
  #last: Promise<number> | null = null

  constructor(folder: string, freeBytes = statFreeBytes) {
    this.#folder = folder
    this.#freeBytes = freeBytes
  }

  /** `onReserve`: for what may use the reserved space. */
  async isFull({ onReserve = false } = {}): Promise<boolean> {
    return (await this.#sample()) < (onReserve ? reserveEndsAtBytes : minFreeBytes)
  }

  #sample(): Promise<number> {
    if (!this.#last || performance.now() - this.#at > checkedEveryMs) {
      this.#at = performance.now()
      this.#last = this.#freeBytes(this.#folder)
    }
    return this.#last
  }
}
