import type { FastifyBaseLogger } from 'fastify'
import { isOfAFullDisk, isOfAnOutage } from '#platform/server/db/database-error.ts'
import { throttle } from './throttle.ts'

type Write = (this: FastifyBaseLogger, args: unknown[], write: (...args: unknown[]) => void, level: number) => void

const debug = 20

/**
 * While PostgreSQL is away, everything that asks it fails, again and again. The driver says so when it begins and when it ends
 * (db/outage.ts); what else fails by it is a line of the level debug, wherever it is logged. What fails by a full disk is one
 * line a minute, with a count.
 */
export function quietOutages(): Write {
  const passedOver = throttle()
  return function (args, write, level) {
    const [first, ...rest] = args
    const error = typeof first === 'object' && first !== null ? (first as { readonly err?: unknown }).err : undefined
    if (level <= debug || error === undefined) return write.apply(this, args)
    if (isOfAnOutage(error)) {
      if (this.level === 'debug' || this.level === 'trace') this.debug(...(args as [object]))
    } else if (isOfAFullDisk(error)) {
      const repeated = passedOver(String(rest[0]))
      if (repeated !== null) write.apply(this, [{ ...(first as object), ...(repeated > 0 ? { repeated } : {}) }, ...rest])
    } else write.apply(this, args)
  }
}
