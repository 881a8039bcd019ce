import type { Readable } from 'node:stream'
import type { Head, Manifest } from './archive-format.ts'

/**
 * The content of a portal, in the order in which it is carried: from a running portal or from an archive, into an archive or
 * into another portal. The head comes first and the manifest last.
 */
export type Part =
  | { readonly kind: 'head'; readonly head: Head }
  /** Lines of `readRows`. The parts of a table follow each other. */
  | { readonly kind: 'rows'; readonly table: string; readonly lines: string }
  | { readonly kind: 'jobs'; readonly lines: string }
  | { readonly kind: 'key'; readonly name: string; readonly bytes: Buffer }
  /** `content` is read to its end before the next part is asked for; `skip` does without it. */
  | {
      readonly kind: 'file'
      readonly key: string
      readonly size: number
      readonly sha256: string | null
      readonly content: () => Promise<Readable>
    }
  | { readonly kind: 'manifest'; readonly manifest: Manifest }

export type Parts = AsyncIterable<Part>
