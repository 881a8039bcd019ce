import { type InferResult, sql } from 'kysely'
import type { IsoDay } from '#money/documents/domain/invoice.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { m } from '../messages/messages.ts'

/**
 * The last document of each series that is dated after today, which it can be after the provider's time zone was changed: numbers
 * follow the order of days, so that none is given in these series today. Those of other years have numbers of their own.
 */
export function laterDocuments(tx: Tx, today: IsoDay) {
  return tx
    .selectFrom('invoices')
    .select(['partner_id', 'series', sql<string>`to_char(max(issued_on), 'YYYY-MM-DD')`.as('day')])
    .select(sql<boolean>`bool_or(kind = 'receipt')`.as('is_receipt'))
    .where('issued_on', '>', sql<string>`${today}::date`)
    .where(sql<boolean>`right(series, 4) = ${today.slice(0, 4)}`)
    .groupBy(['partner_id', 'series'])
    .orderBy('day', 'desc')
}

type LaterDocument = InferResult<ReturnType<typeof laterDocuments>>[number]

export const dayPastText = ({ series, day }: Pick<LaterDocument, 'series' | 'day'>, today: IsoDay): string =>
  m.dayPast({ series, last: day, today })
