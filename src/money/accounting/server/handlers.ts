import { personOf } from '#access/server/acting.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, slice } from '#platform/server/http/bind.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { type Accounting, accountingRoutes, type Closing } from '../api/accounting.ts'
import { type ClosingScope, isLastClosing, openPeriods } from '../domain/accounting.ts'
import { m } from '../messages/messages.ts'
import { type ClosedUntil, closedUntil } from './closed-until-queries.ts'
import { askReopening, closePeriod, missingIn, reopenPeriod } from './closing-commands.ts'
import { type ClosingRow, closings, firstBookedDay } from './closing-queries.ts'
import { accountingData } from './personal-data.ts'
import { saveSupplierCodes, supplierCodes } from './supplier-codes.ts'

function presentClosing(row: ClosingRow, closed: ClosedUntil, userId: string): Closing {
  const isLast = row.reopened_at === null && isLastClosing({ scope: row.scope, until: row.until_day }, closed)
  const { reopening_reason: reason, reopening_asked_by: askedBy, reopening_asked_at: askedAt } = row
  return {
    id: row.id,
    scope: row.scope,
    until: row.until_day,
    closedAt: row.closed_at.toISOString(),
    closedBy: row.closed_by_name,
    entries: row.entries ?? 0,
    missing: row.missing,
    reopening:
      reason !== null && askedBy !== null && askedAt !== null
        ? {
            reason,
            askedBy: { id: askedBy, name: row.asked_by_name ?? '', deleted: row.asked_by_deleted_at !== null },
            askedAt: askedAt.toISOString(),
          }
        : null,
    reopenedAt: row.reopened_at?.toISOString() ?? null,
    reopenedBy: row.reopened_by_name,
    can: { askReopening: isLast && askedBy === null, reopen: isLast && askedBy !== null && askedBy !== userId },
  }
}

async function closingNow(call: Call, id: string): Promise<Closing> {
  const [row, closed] = await Promise.all([closings(call.tx).where('c.id', '=', id).executeTakeFirst(), closedUntil(call.tx)])
  if (!row) throw new Refusal('not_found', m.noSuchClosing())
  return presentClosing(row, closed, personOf(call).userId)
}

async function closableUntil(call: Call, scope: ClosingScope, until: string | undefined): Promise<Accounting['nextMonth']> {
  return until === undefined ? null : { until, missing: await missingIn(call.tx, { scope, until }) }
}

const accountingHandlers: Handlers<typeof accountingRoutes> = {
  getAccounting: async (call) => {
    const { tx, now, query } = call
    const [closed, zone, first] = await Promise.all([closedUntil(tx), providerZone(tx), firstBookedDay(tx)])
    const since = { first, today: isoDay(now, zone), closed }
    const months = openPeriods('month', since)
    const month = months.find((until) => until === query.month) ?? months[0]
    const [rows, nextMonth, nextYear] = await Promise.all([
      closings(tx).execute(),
      closableUntil(call, 'month', month),
      closableUntil(call, 'year', openPeriods('year', since)[0]),
    ])
    const { userId } = personOf(call)
    return { ...closed, nextMonth, months, nextYear, closings: rows.map((row) => presentClosing(row, closed, userId)) }
  },
  closePeriod: async (call) => closingNow(call, await closePeriod(call, call.body)),
  askReopening: async (call) => {
    await askReopening(call, call.params.id, call.body)
    return closingNow(call, call.params.id)
  },
  reopenPeriod: async (call) => {
    await reopenPeriod(call, call.params.id)
    return closingNow(call, call.params.id)
  },
  listSupplierCodes: async ({ tx }) => ({ items: await supplierCodes(tx) }),
  saveSupplierCodes: async (call) => {
    await saveSupplierCodes(call, call.body.codes)
    return { items: await supplierCodes(call.tx) }
  },
}

export const accountingSlice = slice({
  routes: accountingRoutes,
  handlers: accountingHandlers,
  constraints: {
    supplier_codes_once: ['supplier_code_taken', m.supplierCodeTaken],
    supplier_codes_partner_id_fkey: ['not_found', m.noSuchPartner],
    accounting_closings_once: ['period_not_closable', m.periodClosedMeanwhile],
  },
  personalData: accountingData,
})
