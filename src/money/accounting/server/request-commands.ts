import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { dataRequestForm } from '../api/year.ts'
import { type DeclaredPartner, readDeclaration } from './declaration-queries.ts'

/**
 * Asks partners for what the declaration of a year lacks about them. Left out are those who lack nothing by now, and those who
 * were asked since the caller looked, so that a repetition asks nobody twice.
 */
export async function requestDeclarationData(
  context: TransactionContext,
  year: number,
  { partners }: z.output<typeof dataRequestForm>,
): Promise<{ requested: number; alreadyAsked: number; complete: number }> {
  const { tx, now } = context
  const seen = new Map(partners.map(({ id, requestedAt }) => [id, requestedAt && new Date(requestedAt).getTime()]))
  const { partners: declared } = await readDeclaration(tx, year)
  const lacking = declared.filter(
    ({ partner, line, hasAccess }) => seen.has(partner.id) && hasAccess && line.state === 'incomplete',
  )
  const earlier = await lockRequests(context, year, lacking)
  const toAsk = lacking.filter(({ partner: { id } }) => (earlier.get(id) ?? null) === seen.get(id))
  const requestedBy = personOf(context).userId
  const written = await Promise.all(
    toAsk.map(({ partner: { id }, line }) => {
      const values = { missing: [...line.missing], requested_at: now, requested_by: requestedBy }
      if (earlier.has(id)) {
        return tx
          .updateTable('declaration_requests')
          .set(values)
          .where('year', '=', year)
          .where('partner_id', '=', id)
          .returning('year')
          .executeTakeFirst()
      }
      // Somebody else may have asked for the first time while this transaction read.
      const insertion = tx.insertInto('declaration_requests').values({ year, partner_id: id, ...values })
      return insertion
        .onConflict((conflict) => conflict.doNothing())
        .returning('year')
        .executeTakeFirst()
    }),
  )
  const asked = toAsk.filter((_, at) => written[at] !== undefined)
  await context.recordEvents(
    asked.map(({ partner: { id }, line }) => ({
      name: 'das2.data_requested' as const,
      subjectId: id,
      audience: ofPartner(id),
      after: { year, missing: [...line.missing] },
    })),
  )
  return { requested: asked.length, alreadyAsked: lacking.length - asked.length, complete: seen.size - lacking.length }
}

/** When each partner was asked last, in milliseconds; locked, so that nobody asks them at the same time. */
async function lockRequests({ tx }: TransactionContext, year: number, lacking: readonly DeclaredPartner[]) {
  if (lacking.length === 0) return new Map<string, number>()
  const ids = lacking.map(({ partner }) => partner.id)
  const rows = await tx
    .selectFrom('declaration_requests')
    .select(['partner_id', 'requested_at'])
    .where('year', '=', year)
    .where('partner_id', 'in', ids)
    .orderBy('partner_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.partner_id, row.requested_at.getTime()]))
}
