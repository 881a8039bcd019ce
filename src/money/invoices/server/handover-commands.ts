import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import { insertSlices } from '#platform/server/db/insert-slices.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { HandoverForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import { documentSums, documentsToHandOver } from './queries.ts'

/**
 * Marks documents as given to a plateforme agréée, which the portal is not. Those that are marked already, by somebody else at
 * the same time too, receipts and what is not printed yet stay as they are. Returns how many were marked. Refuses
 * `documents_changed`, `handover_impossible` and `invalid_input`.
 */
export async function handOverDocuments(context: TransactionContext, form: HandoverForm): Promise<number> {
  const { tx, now } = context
  const { documents, on } = form
  const filter = documents.kind === 'chosen' ? { ids: documents.ids } : documents.filter
  const [zone, sums, rows] = await Promise.all([
    providerZone(tx),
    documents.kind === 'filtered' ? documentSums(tx, documents.filter) : null,
    documentsToHandOver(tx, filter),
  ])
  refuseFieldUnless(on <= isoDay(now, zone), 'on', m.dayToCome())
  if (sums && documents.kind === 'filtered') {
    const { count, totalCents } = documents.seen
    if (sums.count !== count || sums.totalCents !== totalCents) {
      const [total, totalNow] = [formatEurosExact(totalCents), formatEurosExact(sums.totalCents)]
      throw new Refusal('documents_changed', m.listChanged({ count, total, countNow: sums.count, totalNow }))
    }
  }
  if (rows.length === 0) {
    throw new Refusal('handover_impossible', m.nothingToHandOver())
  }
  const later = rows.find(({ issued_on }) => issued_on > on)
  refuseFieldUnless(!later, 'on', m.issuedLater({ reference: later?.reference ?? '' }))
  const marked = await writeHandovers(context, rows, form)
  const partnerByDocument = new Map(rows.map(({ id, partner_id }) => [id, partner_id]))
  const after = { handedOn: on, platform: form.platform, reference: form.reference }
  await recordByPartner(
    marked.map((id) => partnerByDocument.get(id) ?? ''),
    (userId, count) =>
      context.recordEvent({
        name: 'invoice.handed_over',
        subjectId: userId,
        audience: ofPartner(userId),
        after: { ...after, count },
      }),
  )
  return marked.length
}

/** Ids of the documents that nobody else has marked meanwhile. */
async function writeHandovers(context: TransactionContext, documents: readonly { readonly id: string }[], form: HandoverForm) {
  const facts = {
    handed_on: form.on,
    platform: form.platform,
    reference: form.reference,
    recorded_at: context.now,
    recorded_by: personOf(context).userId,
  }
  const marked: string[] = []
  for (const slice of insertSlices(documents)) {
    const rows = slice.map(({ id }) => ({ id: newId(), invoice_id: id, ...facts }))
    const handovers = await context.tx
      .insertInto('invoice_handovers')
      .values(rows)
      .onConflict((conflict) => conflict.column('invoice_id').where('undone_at', 'is', null).doNothing())
      .returning('invoice_id')
      .execute()
    marked.push(...handovers.map(({ invoice_id }) => invoice_id))
  }
  return marked
}

/** Takes marks back: the documents wait again. Returns how many were marked; done again, none. */
export async function undoHandover(
  context: TransactionContext,
  { ids, reason }: { readonly ids: readonly string[]; readonly reason: string },
): Promise<number> {
  const { tx, now } = context
  const undone = await tx
    .updateTable('invoice_handovers as h')
    .from('invoices as i')
    .set({ undone_at: now, undone_by: personOf(context).userId, undo_reason: reason })
    .whereRef('i.id', '=', 'h.invoice_id')
    .where('h.invoice_id', 'in', ids)
    .where('h.undone_at', 'is', null)
    .returning('i.partner_id')
    .execute()
  await recordByPartner(
    undone.map(({ partner_id }) => partner_id),
    (userId, count) =>
      context.recordEvent({
        name: 'invoice.handover_undone',
        subjectId: userId,
        audience: ofPartner(userId),
        after: { count, reason },
      }),
  )
  return undone.length
}

/** One event for each partner, with the count of documents. */
async function recordByPartner(partnerIds: readonly string[], record: (userId: string, count: number) => Promise<unknown>) {
  const counts = Map.groupBy(partnerIds, (id) => id)
  await Promise.all([...counts].map(([userId, { length }]) => record(userId, length)))
}
