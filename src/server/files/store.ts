import type { Readable } from 'node:stream'

/** File storage, streaming only. Implemented by a directory; an object store can implement it too. */
export interface FileStore {
  /** Location of the files, for messages to operators. */
  readonly place: string
  /** Stores the stream under the key. Durable once resolved; leaves nothing if the stream fails. */
  write(key: string, content: Readable): Promise<void>
  /** Opens the file, or the bytes `start` to `end` (inclusive). Rejects if it does not exist. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removes the file if it exists. */
  delete(key: string): Promise<void>
  /** Mark that ties the store to its database; null in a new store. */
  readMark(): Promise<string | null>
  /** Writes the mark unless there is one; resolves with the existing mark. */
  placeMark(mark: string): Promise<string>
  /** Whether the store is writable; `detail` is a sentence for operators. */
  health(): Promise<{ ok: boolean; detail?: string }>
}

/** The key of a stored file. */
export function fileKey(file: { purpose: string; id: string }): string {
  return `${file.purpose}/${file.id}`
}
