import { sql } from 'kysely'
import * as z from 'zod/mini'
import { clientPaymentRow, type GivenClientPayment } from '#money/client-payments/api/file-rows.ts'
import {
  type CheckedClientPayment,
  checkFile,
  importFile,
  takeBackPayments,
} from '#money/client-payments/server/file-commands.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { anyOf } from './any-of.ts'
import type { AppliedRow, CheckedRow, KindOfImport, Order } from './kind-of-import.ts'
import { currencyErrors } from './lead-reader.ts'

const row = z.extend(clientPaymentRow, { currency: z._default(z.string(), '') })

const markOf = (leadId: string) => `lead:${leadId}`

type ReadRow = { readonly given: GivenClientPayment } | { readonly errors: readonly FieldError[] }

function readRow(cells: unknown): ReadRow {
  const read = z.safeParse(row, cells)
  if (!read.success) return { errors: [{ path: '', message: m.rowUnreadable() }] }
  const { currency, ...given } = read.data
  const errors = currencyErrors(currency)
  return errors.length > 0 ? { errors } : { given }
}

/** The rows that can be read, by what is done with them; the others with their reasons, in the order of the file. */
async function eachRead(
  rows: readonly unknown[],
  run: (given: readonly GivenClientPayment[]) => Promise<readonly CheckedClientPayment[]>,
): Promise<AppliedRow[]> {
  const read = rows.map(readRow)
  const done = [...(await run(read.flatMap((each) => ('given' in each ? [each.given] : []))))]
  return read.map((each): AppliedRow => {
    const taken = 'given' in each && done.shift()
    if (!taken) return { outcome: 'refused', messages: 'errors' in each ? [...each.errors] : [], read: null, recordId: null }
    const { paymentId, read: payment, ...answer } = taken
    if (!payment) return { ...answer, read: null, recordId: null }
    const { lead, netCents, leadId, ...shown } = payment
    return { ...answer, read: { ...shown, title: lead, amountCents: netCents }, marks: [markOf(leadId)], recordId: paymentId }
  })
}

/** Rows of the same leads that stand before in the file: what they leave is what these find. */
async function rowsBefore({ tx }: TransactionContext, { id }: Order, leadIds: readonly string[]) {
  if (leadIds.length === 0) return []
  const marks = leadIds.map(markOf)
  const rows = await tx
    .selectFrom('import_rows')
    .select('cells')
    .where('import_id', '=', id)
    .where('outcome', '=', 'ready')
    .where(sql<boolean>`exists (select from unnest(marks) w (mark) where w.mark = any(${marks}::text[]))`)
    .orderBy('number')
    .execute()
  return rows.flatMap(({ cells }) => {
    const read = readRow(cells)
    return 'given' in read ? [read.given] : []
  })
}

async function addPayments(context: TransactionContext, rows: readonly unknown[], order: Order): Promise<AppliedRow[]> {
  const done = await eachRead(rows, (given) =>
    importFile(context, { rows: given, withUnexpected: order.settings.includeUnexpected }),
  )
  return done.map((each) => (each.recordId ? { ...each, outcome: 'imported' } : each))
}

export const paymentImport: KindOfImport = {
  right: 'money',
  check: async (context, rows, order): Promise<readonly CheckedRow[]> =>
    eachRead(rows, (given) => checkFile(context, given, (leadIds) => rowsBefore(context, order, leadIds))),
  apply: addPayments,
  undo: takeBackPayments,
  existing: async (_, paymentIds) => paymentIds,
  async subjects(tx, paymentIds) {
    const columns = ['id', 'client_payment_id'] as const
    const rows = await tx.selectFrom('commissions').select(columns).where('client_payment_id', '=', anyOf(paymentIds)).execute()
    return new Map(rows.flatMap(({ id, client_payment_id: paymentId }) => (paymentId ? [[id, paymentId]] : [])))
  },
}
