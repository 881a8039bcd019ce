import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { count, time } from '#platform/api/shapes.ts'

const health = { ok: z.boolean(), detail: z.nullable(z.string()) }
const seconds = z.number()
const bytes = z.number()

const database = z.object({
  ...health,
  kind: z.enum(['pglite', 'postgres']),
  version: z.string(),
  bytes,
  /** Null for the embedded database, which takes none. */
  connections: z.nullable(z.object({ used: count, most: count })),
})
const storage = z.object({
  ...health,
  kind: z.enum(['folder', 'bucket']),
  place: z.string(),
  files: count,
  bytes,
  /** Null for a bucket. */
  freeBytes: z.nullable(bytes),
})
const mail = z.object({
  ...health,
  /** False: it is written to files, since no mail server is set. */
  isSent: z.boolean(),
  waiting: count,
  oldestSeconds: seconds,
  /** Why the newest attempt failed at a mail that still waits. */
  lastError: z.nullable(z.string()),
})
const seal = z.object({
  ...health,
  /** Null until something is sealed for the first time. */
  certificate: z.nullable(
    z.object({ subject: z.string(), issuer: z.string(), validUntil: time, daysLeft: z.number(), own: z.boolean() }),
  ),
  /** Null where none is set. */
  timestamps: z.nullable(z.object({ service: z.string(), outage: z.nullable(z.object({ since: time, reason: z.string() })) })),
})
const backups = z.object({
  directory: z.string(),
  /** Why the directory cannot be read. */
  detail: z.nullable(z.string()),
  last: z.nullable(z.object({ name: z.string(), bytes, at: time })),
  next: time,
  failure: z.nullable(z.object({ reason: z.string(), at: time })),
})
const queue = z.object({ name: z.string(), due: count, running: count, later: count, oldestSeconds: seconds })

/** What administrators see of the portal's operation. */
export const systemState = z.object({
  at: time,
  version: z.string(),
  /** The newest migration. */
  schema: z.string(),
  node: z.string(),
  startedAt: time,
  database,
  storage,
  mail,
  seal,
  /** Null: uploads are not scanned. */
  scanner: z.nullable(z.object(health)),
  /** Null: none are scheduled. */
  backups: z.nullable(backups),
  queues: z.array(queue),
  /** Mails and jobs that wait for somebody. */
  failures: count,
  /** How long a message of the database took to reach this server just now; null: it did not within five seconds. */
  liveSeconds: z.nullable(seconds),
})
export type SystemState = z.infer<typeof systemState>

export const systemRoutes = {
  getSystem: route('GET', '/system', {
    summary: 'How the portal works now: database, files, mail, seal, backups, background work',
    description: 'Asks the mail server, the file store and the virus scanner, each for five seconds at most.',
    who: 'admin',
    // Checking the parts may take seconds, during which no transaction should stay open.
    transaction: 'own',
    ownership: 'staff',
    returns: systemState,
  }),
}
