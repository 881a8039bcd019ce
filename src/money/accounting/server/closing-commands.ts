import { sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { insertSlices } from '#platform/server/db/insert-slices.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { lockProgramme } from '#provider/programme/server/queries.ts'
import { type ClosingScope, closingObstacle, isLastClosing, type MissingThings } from '../domain/accounting.ts'
import { auxiliaryOf, type PieceKind } from '../domain/entries.ts'
import { m } from '../messages/messages.ts'
import { closedUntil } from './closed-until-queries.ts'
import { missingInYear, missingUntil } from './closing-queries.ts'
import { openPieces } from './journal-pieces.ts'
import { accountsOf } from './year-commands.ts'
import { firstPaidYear, keepDeclaredPayments } from './year-queries.ts'

interface Period {
  readonly scope: ClosingScope
  /** '2026-10-31' */
  readonly until: string
}

/** What is missing in a period that ends on a day. */
export function missingIn(tx: Tx, { scope, until }: Period): Promise<MissingThings> {
  return scope === 'month' ? missingUntil(tx, until) : missingInYear(tx, Number(until.slice(0, 4)))
}

/** Closes the months, or the years, up to a day. The id of the closing. Refuses `period_not_closable` with the reason. */
export async function closePeriod(context: TransactionContext, { scope, until }: Period): Promise<string> {
  const { tx, now } = context
  // One closing at a time, and none while the accounts change.
  const settings = await lockProgramme(tx)
  const closed = await closedUntil(tx)
  const obstacle = closingObstacle({ scope, until, today: isoDay(now, settings.time_zone), ...closed })
  if (obstacle !== null) throw new Refusal('period_not_closable', obstacle)
  const missing = await missingIn(tx, { scope, until })
  const id = newId()
  // Read before the closing is written: from then on everything else is booked in the open period.
  const years = scope === 'year' ? yearsBetween(closed.yearsClosedUntil, until, await firstPaidYear(tx)) : []
  for (const year of years) await keepDeclaredPayments(tx, year)
  const pieces = scope === 'month' ? await piecesUntil(tx, until) : []
  await tx
    .insertInto('accounting_closings')
    .values({
      id,
      scope,
      until_day: until,
      missing: JSON.stringify(missing),
      accounts: JSON.stringify(accountsOf(settings)),
      closed_by: personOf(context).userId,
      closed_at: now,
    })
    .execute()
  const rows = pieces.map((piece) => ({ ...piece, closing_id: id }))
  for (const slice of insertSlices(rows)) await tx.insertInto('accounting_entries').values(slice).execute()
  await context.recordEvent({
    name: 'accounting.closed',
    subjectId: null,
    audience: staff,
    after: { closingId: id, scope, until, entries: rows.length, missing: missing.reduce((sum, { count }) => sum + count, 0) },
  })
  return id
}

/** Rows of `accounting_entries`. */
interface PieceRow {
  readonly year: number
  readonly number: number
  readonly kind: PieceKind
  readonly piece_id: string
  readonly booked_on: string
  readonly reference: string
  readonly dated: string
  readonly payout: string
  readonly bank_reference: string
  readonly partner_id: string
  readonly partner_name: string
  readonly supplier_code: string
  readonly earned_cents: number
  readonly taken_back_cents: number
  readonly vat_cents: number
}

async function piecesUntil(tx: Tx, until: string): Promise<PieceRow[]> {
  const { rows } = await sql<Omit<PieceRow, 'supplier_code'> & { supplier_code: string | null }>`
    with ${openPieces}
    select year, number, kind, id as piece_id, to_char(booked_on, 'YYYY-MM-DD') as booked_on, reference,
      to_char(coalesce(dated, booked_on), 'YYYY-MM-DD') as dated, payout, bank_reference, partner_id, partner_name, supplier_code,
      earned::bigint as earned_cents, taken_back::bigint as taken_back_cents, vat_cents::bigint as vat_cents
    from open_pieces where booked_on <= ${until}::date order by year, number`.execute(tx)
  return rows.map((row) => ({ ...row, supplier_code: row.supplier_code ?? auxiliaryOf(row.partner_id) }))
}

/** The years that a closing closes: those after the last closed one, else from the first payment on. */
function yearsBetween(closedUntilDay: string | null, until: string, first: number | null): number[] {
  const last = Number(until.slice(0, 4))
  const from = closedUntilDay === null ? (first ?? last) : Number(closedUntilDay.slice(0, 4)) + 1
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
}

async function lockClosing(context: TransactionContext, id: string) {
  const { tx } = context
  await lockProgramme(tx)
  const row = await tx.selectFrom('accounting_closings').selectAll().where('id', '=', id).executeTakeFirst()
  refuseUnless(row, 'not_found', m.noSuchClosing())
  refuseUnless(row.reopened_at === null, 'period_not_reopenable', m.isOpenAlready({ scope: row.scope, until: row.until_day }))
  const isLast = isLastClosing({ scope: row.scope, until: row.until_day }, await closedUntil(tx))
  refuseUnless(isLast, 'period_not_reopenable', m.laterPeriodClosed({ until: row.until_day }))
  return row
}

/** Asks to open a period again. Refuses `period_not_reopenable` for one that is not the last, and one that is asked for. */
export async function askReopening(context: TransactionContext, id: string, { reason }: { reason: string }): Promise<void> {
  const row = await lockClosing(context, id)
  const isAsked = row.reopening_asked_by !== null
  refuseUnless(!isAsked, 'period_not_reopenable', m.reopeningAsked())
  const { userId } = personOf(context)
  const reopening = { reopening_reason: reason, reopening_asked_by: userId, reopening_asked_at: context.now }
  await context.tx.updateTable('accounting_closings').set(reopening).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'accounting.reopening_asked',
    subjectId: null,
    audience: staff,
    after: { closingId: id, scope: row.scope, until: row.until_day, reason },
  })
}

/** Opens a period again that somebody else asked for. Refuses `period_not_reopenable` and `reopening_needs_second`. */
export async function reopenPeriod(context: TransactionContext, id: string): Promise<void> {
  const { tx, now } = context
  const row = await lockClosing(context, id)
  refuseUnless(row.reopening_asked_by !== null, 'period_not_reopenable', m.reopeningNotAsked())
  const { userId } = personOf(context)
  const isSecond = row.reopening_asked_by !== userId
  refuseUnless(isSecond, 'reopening_needs_second', m.reopeningNeedsSecond())
  await tx.updateTable('accounting_closings').set({ reopened_by: userId, reopened_at: now }).where('id', '=', id).execute()
  // The declaration is computed again; journal entries keep their numbers.
  if (row.scope === 'year') {
    const { yearsClosedUntil } = await closedUntil(tx)
    const from = yearsClosedUntil === null ? 0 : Number(yearsClosedUntil.slice(0, 4)) + 1
    await tx.deleteFrom('declared_payments').where('year', '>=', from).execute()
  }
  await context.recordEvent({
    name: 'accounting.reopened',
    subjectId: null,
    audience: staff,
    after: { closingId: id, scope: row.scope, until: row.until_day, reason: row.reopening_reason ?? '' },
  })
}
