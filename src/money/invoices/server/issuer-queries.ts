import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { termsOf } from '#money/billing/server/queries.ts'
import type { Seller } from '#money/documents/domain/invoice.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { zoneInSql } from '#platform/server/provider-calendar.ts'
import { registeredParty } from '#provider/programme/server/present.ts'

/** The mandate under which a partner is self-billed. */
export interface MandateInForce {
  readonly id: string
  readonly reference: string
  /** '2026-03-05' in the provider's calendar. */
  readonly signedOn: string
  /** Days to contest an invoice, as the mandate says. */
  readonly contestDays: number
}

/** The party in whose name documents are issued. */
export type Issuer = Awaited<ReturnType<typeof readIssuers>> extends Map<string, infer I> ? I : never

/**
 * Partners for whom the portal draws up documents, by their billing profile, of all who have a validated commission in no payout.
 * Their mandates are locked when asked for, so that none is revoked before the transaction ends.
 */
export async function readIssuers(tx: Tx, partnerId?: string) {
  let query = tx
    .selectFrom('billing_profiles as b')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'b.partner_id')
    .leftJoinLateral(
      sql<{ id: string; reference: string; signed_at: Date; contest_days: number }>`app.mandate_in_force(b.partner_id)`.as('m'),
      (join) => join.onTrue(),
    )
    .selectAll('b')
    .select(['p.email', 'm.id as mandate_id', 'm.reference as mandate_reference', 'm.contest_days'])
    .select(sql<string | null>`to_char(m.signed_at at time zone ${zoneInSql}, 'YYYY-MM-DD')`.as('mandate_signed_on'))
    .where('b.mode', '<>', 'upload')
  query = partnerId
    ? query.where('b.partner_id', '=', partnerId)
    : query.where('b.partner_id', 'in', (from) =>
        from
          .selectFrom('commissions as c')
          .select('c.partner_id')
          .where('c.status', '=', 'valide')
          .where('c.payout_id', 'is', null),
      )
  const rows = await query.execute()
  return new Map(rows.map((row) => [row.partner_id, { terms: termsOf(row), seller: sellerOf(row), mandate: mandateOf(row) }]))
}

type Row = Parameters<typeof termsOf>[0] &
  Parameters<typeof registeredParty>[0] & {
    readonly siret: string
    readonly email: string
    readonly mandate_id: string | null
    readonly mandate_reference: string | null
    readonly mandate_signed_on: string | null
    readonly contest_days: number | null
  }

function sellerOf(row: Row): Seller {
  return { ...registeredParty(row), siret: row.siret || null, foreignNumber: null, email: row.email }
}

function mandateOf({ mandate_id, mandate_reference, mandate_signed_on, contest_days }: Row): MandateInForce | null {
  if (!mandate_id || !mandate_reference || !mandate_signed_on) return null
  return { id: mandate_id, reference: mandate_reference, signedOn: mandate_signed_on, contestDays: contest_days ?? 0 }
}
