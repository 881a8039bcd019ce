import { sql } from 'kysely'
import type { Cents } from '#platform/domain/money.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { LeadSigning } from './account-queries.ts'

type ReadContext = Pick<TransactionContext, 'tx' | 'now'>

interface RecurringLead extends LeadSigning {
  readonly last_year_cents: Cents
}

/**
 * The leads whose clients' payments go on bringing a partner commissions: the rule counts a payment of tomorrow, and nobody has
 * ended it; with what such payments have brought in the last twelve months.
 */
export async function recurringLeads(context: ReadContext, partnerId: string): Promise<readonly RecurringLead[]> {
  // In the statement, so that it travels with others.
  const day = sql`(${context.now}::timestamptz at time zone app.time_zone())::date`
  const { rows } = await sql<RecurringLead>`
    select s.lead_id, s.partner_id, s.rule_id, s.rule_version, s.signed_on, s.client_since, s.ended_on, (
        select coalesce(sum(c.amount_cents), 0)::bigint from commissions c join client_payments p on p.id = c.client_payment_id
        where c.lead_id = s.lead_id and c.partner_id = s.partner_id and p.received_on > ${day} - interval '1 year'
      ) as last_year_cents
    from lead_signings s join commission_rule_versions v on (v.rule_id, v.version) = (s.rule_id, s.rule_version)
    where s.partner_id = ${partnerId} and s.ended_on is null and v.definition ->> 'base' = 'client_payment'
      and case
        when v.definition #> '{when,months}' is not null then
          ${day} + 1 < coalesce(s.client_since, s.signed_on)
            + make_interval(months => (v.definition #>> '{when,months}')::integer)
        when v.definition #> '{when,first}' is not null then not exists (
          select from client_payments p where p.lead_id = s.lead_id and p.kind = 'payment'
            and p.net_cents > (select coalesce(sum((f.body ->> 'revenueCents')::bigint), 0) from commission_facts f
              where (f.lead_id, f.partner_id, f.body ->> 'paymentId') = (s.lead_id, s.partner_id, p.id::text)
                and f.kind in ('refunded', 'taken_back')))
        else true end
    order by s.lead_id`.execute(context.tx)
  return rows
}

/** How many leads go on bringing a partner commissions, and what they have brought in the last twelve months. */
export async function recurringSums(context: ReadContext, partnerId: string): Promise<{ leads: number; lastYearCents: Cents }> {
  const leads = await recurringLeads(context, partnerId)
  return { leads: leads.length, lastYearCents: leads.reduce((sum, { last_year_cents: cents }) => sum + Number(cents), 0) }
}
