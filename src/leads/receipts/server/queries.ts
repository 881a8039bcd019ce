import { keptPlace } from '#operations/journal/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { VerifiedReceipt } from '../api.ts'

/** A registration that the caller sees, with what is printed of it. */
export function findRegistration(tx: Tx, leadId: string) {
  return tx
    .selectFrom('leads as l')
    .innerJoin('lead_registrations as r', 'r.lead_id', 'l.id')
    .select(['r.lead_id', 'r.partner_id', 'r.number', 'r.submitted_at', 'l.name', 'l.company', 'l.erased_at', 'l.restricted_at'])
    .where('l.id', '=', leadId)
    .executeTakeFirst()
}

/** The file of the receipt that a partner has of a lead. */
export function findReceiptFile(tx: Tx, leadId: string, partnerId: string) {
  return tx
    .selectFrom('lead_receipts as k')
    .innerJoin('files as f', 'f.id', 'k.file_id')
    .selectAll('f')
    .where('k.lead_id', '=', leadId)
    .where('k.partner_id', '=', partnerId)
    .executeTakeFirst()
}

type By = { readonly reference: string } | { readonly fileSha256: string }

/** Facts about a receipt for anybody who holds it or its reference; null if there is none. */
export async function verifyReceipt(tx: Tx, by: By): Promise<VerifiedReceipt | null> {
  const query = tx.selectFrom('lead_receipts').selectAll()
  const row = await ('reference' in by
    ? query.where('reference', '=', by.reference)
    : query.where('file_sha256', '=', by.fileSha256)
  ).executeTakeFirst()
  if (!row) return null
  const { content, journal_seq: seq, journal_hash: hash } = row
  const { holds, closedOn, stampedAt } = await keptPlace(tx, seq, hash)
  return {
    reference: row.reference,
    number: content.number,
    provider: content.provider.name,
    partner: content.partner.name,
    company: content.company ?? null,
    submitted: content.submitted,
    recordSha256: content.recordSha256 ?? null,
    fileSha256: row.file_sha256,
    madeAt: row.made_at.toISOString(),
    journal: { seq, hash: hash.toString('hex'), holds, closedOn, stampedAt: stampedAt?.toISOString() ?? null },
  }
}
