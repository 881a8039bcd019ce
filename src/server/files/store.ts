import type { Readable } from 'node:stream'

/** Where files are kept: a folder today, any object store with the same verbs. Always streams, never whole files. */
export interface FileStore {
  /** Where the files are, as a person who runs the server would say it. */
  readonly place: string
  /** Stores the stream under the key; when it resolves the bytes survive a power cut. Leaves nothing when the stream fails. */
  write(key: string, content: Readable): Promise<void>
  /** Opens the file, or the bytes `start` to `end` (both included) of it; rejects when there is none. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>
  /** Removes the file; one that is not there is no error. */
  delete(key: string): Promise<void>
  /** The mark that says whose files these are; null in a store that has none yet. */
  readMark(): Promise<string | null>
  /** Puts the mark there, unless there is one; resolves with the one that is there then. */
  placeMark(mark: string): Promise<string>
  /** Whether a file can be written now; `detail` is a sentence for who runs the server. */
  health(): Promise<{ ok: boolean; detail?: string }>
}

/** The key of a stored file. */
export function fileKey(file: { purpose: string; id: string }): string {
  return `${file.purpose}/${file.id}`
}
