import type { FastifyBaseLogger } from 'fastify'
import { isOfAnOutage } from '#platform/server/db/database-error.ts'

type Write = (this: FastifyBaseLogger, args: unknown[], write: (...args: unknown[]) => void, level: number) => void

const debug = 20

/**
 * While PostgreSQL is away, everything that asks it fails, again and again. The driver says so when it begins and when it ends
 * (db/outage.ts); what else fails by it is a line of the level debug, wherever it is logged.
 */
export const quietOutages: Write = function (args, write, level) {
  const [first] = args
  const error = typeof first === 'object' && first !== null ? (first as { readonly err?: unknown }).err : undefined
  if (level <= debug || !isOfAnOutage(error)) return write.apply(this, args)
  if (this.level === 'debug' || this.level === 'trace') this.debug(...(args as [object]))
}
