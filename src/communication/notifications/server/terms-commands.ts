import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { EventPayloads } from '#portal/api/events.ts'

export interface Earner {
  readonly id: string
  readonly revenueCents: number
}

type TermsChange = EventPayloads['terms.changed']['after']

/** The partners who earn: who has signed, and is neither gone nor merged. Who signs later reads the terms of then. */
async function earningPartners({ tx }: TransactionContext): Promise<Earner[]> {
  const { rows } = await sql<Earner>`
    select c.id, coalesce(f.revenue_cents, 0) as "revenueCents"
    from partners c join profiles p on p.user_id = c.main_person_id left join user_roles r on r.user_id = p.user_id
      left join partner_revenue f on f.partner_id = c.id
    where c.merged_into is null and p.deleted_at is null and p.joined_at is not null and coalesce(r.role, 'partner') = 'partner'
      and app.contract_signed(c.id)
    order by c.id`.execute(tx)
  return rows
}

/** Records what changes for each partner, in the transaction that changes it: their mails and pages follow from these events. */
export async function tellOfTerms(
  context: TransactionContext,
  changeFor: (partner: Earner) => TermsChange | null,
): Promise<void> {
  const told = (await earningPartners(context)).flatMap((partner) => {
    const change = changeFor(partner)
    return change ? { audience: ofPartner(partner.id), after: change } : []
  })
  if (told.length > 0) await context.recordEvents(told.map((each) => ({ name: 'terms.changed', subjectId: null, ...each })))
}
