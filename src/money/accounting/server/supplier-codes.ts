import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { SupplierCode } from '../api/accounting.ts'
import { auxiliaryOf } from '../domain/entries.ts'

interface GivenCode {
  readonly partnerId: string
  readonly code: string | null
}

/** Sets codes of partners; what is not given stays. Refuses `supplier_code_taken` (by a constraint) and `not_found`. */
export async function saveSupplierCodes(context: TransactionContext, codes: readonly GivenCode[]): Promise<void> {
  const { tx } = context
  const ids = codes.map(({ partnerId }) => partnerId)
  const before = await tx.selectFrom('supplier_codes').selectAll().where('partner_id', 'in', ids).execute()
  const codeBefore = (partnerId: string) => before.find((row) => row.partner_id === partnerId)?.code ?? null
  const changed = codes.filter(({ partnerId, code }) => code !== codeBefore(partnerId))
  if (changed.length === 0) return
  // Two partners may change codes with each other.
  await tx
    .deleteFrom('supplier_codes')
    .where(
      'partner_id',
      'in',
      changed.map(({ partnerId }) => partnerId),
    )
    .execute()
  const rows = changed.flatMap(({ partnerId, code }) => (code === null ? [] : [{ partner_id: partnerId, code }]))
  if (rows.length > 0) await tx.insertInto('supplier_codes').values(rows).execute()
  await context.recordEvents(
    changed.map(({ partnerId, code }) => ({
      name: 'supplier_code.changed' as const,
      subjectId: partnerId,
      audience: { kind: 'staff' as const },
      before: { code: codeBefore(partnerId) },
      after: { code },
    })),
  )
}

/** The codes of partners who have earned something. */
export async function supplierCodes(tx: Tx): Promise<SupplierCode[]> {
  const rows = await tx
    .selectFrom(partnerContacts.as('p'))
    .leftJoin('supplier_codes as s', 's.partner_id', 'p.partner_id')
    .select(['p.partner_id', 'p.full_name', 'p.partner_deleted_at', 's.code'])
    .where('p.partner_id', 'in', (from) =>
      from.selectFrom('commissions').select('partner_id').where('status', '<>', 'en_attente'),
    )
    .orderBy('p.name_key')
    .orderBy('p.partner_id')
    .execute()
  return rows.map((row) => ({
    partner: { id: row.partner_id, name: row.full_name, deleted: row.partner_deleted_at !== null },
    code: row.code,
    usual: auxiliaryOf(row.partner_id),
  }))
}
