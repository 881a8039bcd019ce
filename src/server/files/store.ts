import type { Readable } from 'node:stream'

/** Where files are kept: a folder today, any object store with the same four verbs. Always streams, never whole files. */
export interface FileStore {
  /** Stores the stream under the key; when it resolves the bytes survive a power cut. Rejects and leaves nothing when the stream fails. */
  write(key: string, content: Readable): Promise<void>
  /** Opens the file; rejects when there is none. */
  read(key: string): Promise<{ content: Readable; size: number }>
  delete(key: string): Promise<void>
  health(): Promise<{ ok: boolean; detail?: string }>
}
