import * as z from 'zod/mini'

/** Raised when an older program could not read an archive any more. */
export const archiveFormat = 1

/** Why an archive cannot be used; the message is for whoever ran the command. */
export class ArchiveError extends Error {
  readonly kind: 'damaged' | 'incomplete' | 'passphrase' | 'foreign' | 'newer'

  constructor(kind: ArchiveError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}

const totals = z.object({ rows: z.number(), sha256: z.string() })

/** A table: its columns but the generated ones, with their types in SQL. */
const tableShape = z.object({
  /** The name with its schema, such as `public.leads`. */
  name: z.string().check(z.regex(/^[a-z_]+\.[a-z_0-9]+$/)),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Columns of the primary key; empty if it has none. */
  key: z.array(z.object({ name: z.string(), collates: z.boolean() })),
})
export type TableShape = z.infer<typeof tableShape>

/** `lastValue` is a bigint as text. */
const sequenceState = z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() })
export type SequenceState = z.infer<typeof sequenceState>

/** The first entry: what has to be known before anything is read. Written at the moment that the archive shows. */
export const headSchema = z.object({
  product: z.literal('passerelle'),
  format: z.number(),
  version: z.string(),
  takenAt: z.string(),
  database: z.enum(['pglite', 'postgres']),
  /** Migrations of the portal's database, by name and content, in their order. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string(), appliedBy: z.optional(z.nullable(z.string())) })),
  tables: z.array(tableShape),
  sequences: z.array(sequenceState),
  /** The mark of the store that the files stay in: the archive has none, and is restored where they are. */
  filesIn: z.optional(z.string()),
})
export type Head = z.infer<typeof headSchema>

/** The last entry but the seal: counts and checksums of what came before. */
export const manifestSchema = z.object({
  tables: z.record(z.string(), totals),
  jobs: z.number(),
  files: z.object({
    count: z.number(),
    bytes: z.number(),
    /** Named by the database, and not in the file store. */
    missing: z.array(z.string()),
    /** Files whose content in the store differs from what the database records. */
    damaged: z.array(z.string()),
  }),
  keys: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Names of the entries. The numbers of parts keep their order in a listing. */
export const entryNames = {
  head: 'passerelle.json',
  rows: (table: string, part: number) => `database/${table}/${String(part).padStart(6, '0')}.ndjson.gz`,
  jobs: 'database/waiting-jobs.ndjson',
  key: (name: string) => `keys/${name}`,
  file: (key: string) => `files/${key}`,
  /** Checksums of all other entries, in the format of sha256sum. */
  sums: (part: number) => `sums/${String(part).padStart(6, '0')}.sha256`,
  manifest: 'manifest.json',
  seal: 'seal.sha256',
}

/** A key by its name below DATA_DIR: the secret, what seals contracts, and whom a restored portal erases again. */
export const keyName = /^(secret|erased\.jsonl|signing\/seal\.pem|signing\/certificates\/[0-9a-f]+\.pem)$/
