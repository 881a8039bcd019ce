import type { Readable } from 'node:stream'

/** File storage, streaming only: a directory, or a bucket of an S3-compatible object store. */
export interface FileStore {
  /** Location of the files, for messages to operators. */
  readonly place: string
  /** Stores the stream under the key. Durable once resolved; leaves nothing if the stream fails. */
  write(key: string, content: Readable, facts: FileFacts): Promise<void>
  /** Opens the file, or the bytes `start` to `end` (inclusive). Rejects if it does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removes the file if it exists. */
  delete(key: string): Promise<void>
  /** Mark that ties the store to its database; null in a new store. */
  readMark(): Promise<string | null>
  /** Writes the mark unless there is one; resolves with the existing mark. */
  placeMark(mark: string): Promise<string>
  /** Whether the store is writable; `detail` is a sentence for operators. `isAway`: it does not answer, so trying again helps. */
  health(): Promise<{ ok: boolean; detail?: string; isAway?: boolean }>
  close(): void
}

/** Facts about a file that are known before it is stored. */
export interface FileFacts {
  readonly size: number
  /** The hash in hexadecimal digits. */
  readonly sha256: string
}

/** The key of a stored file. */
export function fileKey(file: { purpose: string; id: string }): string {
  return `${file.purpose}/${file.id}`
}

/** Throws unless the text is a key: a path that leaves the store's place is none. */
export function checkKey(key: string): void {
  if (!/^[a-z_]+\/[0-9a-f-]{36}$/.test(key)) throw new Error(`not a key of a stored file: ${key}`)
}
