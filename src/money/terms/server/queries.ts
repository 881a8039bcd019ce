import { sql } from 'kysely'
import { readOfferNames } from '#leads/offers/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isEmptied, readEvent } from '#platform/server/events/event-record.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { ToldTerms } from '../api.ts'
import { termsText } from './terms-text.ts'

const maxChanges = 30
/** So long the first page shows what has begun to hold. */
const recentDays = 30

/** What has changed of a partner's terms, newest first. */
export async function termsChanges(tx: Tx, partnerId: string, limit = maxChanges): Promise<ToldTerms[]> {
  const [rows, offerNames] = await Promise.all([
    tx
      .selectFrom('events')
      .selectAll()
      .where('partner_id', '=', partnerId)
      // Written out, since the index has these alone: a plan that is kept does not know a parameter.
      .where('name', '=', sql.lit('terms.changed' as const))
      .$narrowType<{ name: 'terms.changed' }>()
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute(),
    readOfferNames(tx, false),
  ])
  return rows
    .filter((row) => !isEmptied(row))
    .map((row) => {
      const { id, occurredAt, after } = readEvent(row)
      const { title, lines } = termsText(after, offerNames)
      return { id, at: occurredAt.toISOString(), firstDay: after.firstDay, title, lines: [...lines] }
    })
}

/** Those that a partner has to know now: which are to come, or are told or hold since a month. */
export async function recentTerms({ tx, now }: { readonly tx: Tx; readonly now: Date }, partnerId: string): Promise<ToldTerms[]> {
  const [changes, zone] = await Promise.all([termsChanges(tx, partnerId, 3), providerZone(tx)])
  const earliest = isoDay(new Date(now.getTime() - recentDays * 86_400_000), zone)
  return changes.filter(({ firstDay }) => firstDay >= earliest)
}
