import { sql } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'

/** As a condition on partners `c`: nobody pays them any more. */
export const isSettled = sql`(c.main_contract is distinct from 'signe' or app.partner_ended(c.id) is not null)
  and not exists (select from commissions m where m.partner_id = c.id and m.status <> 'paye')
  and not exists (select from payouts o where o.partner_id = c.id and o.status not in ('paid', 'cancelled'))`

/** Removes the bank details of partners, and what banks answered about their accounts. Returns how many had some. */
export async function removeBankDetails(tx: Tx, partnerIds: readonly string[]): Promise<number> {
  const ids = sql<string>`any(${[...partnerIds]}::uuid[])`
  await tx.deleteFrom('bank_account_answers').where('partner_id', '=', ids).execute()
  const { numDeletedRows } = await tx.deleteFrom('payment_infos').where('partner_id', '=', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Removes the bank details of somebody who was a partner alone, once nothing is owed. Returns how many went, and how many stay
 * since something is to be paid still.
 */
export async function removeOwnBankDetails(tx: Tx, personId: string): Promise<{ readonly gone: number; readonly stay: number }> {
  const { rows } = await sql<{ id: string; settled: boolean }>`
    select c.id, ${isSettled} as settled from partners c join payment_infos i on i.partner_id = c.id
    where c.main_person_id = ${personId}::uuid and not exists (
      select from partner_members o where o.partner_id = c.id and o.person_id <> c.main_person_id)`.execute(tx)
  const settled = rows.filter((row) => row.settled)
  const ids = settled.map(({ id }) => id)
  return { gone: ids.length > 0 ? await removeBankDetails(tx, ids) : 0, stay: rows.length - ids.length }
}
