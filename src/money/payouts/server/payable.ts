import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { BankDetailsState } from '#money/bank-details/domain/bank-details.ts'
import { bankStateOf } from '#money/bank-details/server/present.ts'
import type { BillingTerms } from '#money/billing/domain/billing.ts'
import type { VatCase } from '#money/billing/domain/vat.ts'
import { termsOf } from '#money/billing/server/queries.ts'
import { descriptionText } from '#money/commissions/domain.ts'
import { clientOfCommission } from '#money/commissions/server/queries.ts'
import type { RuleMade } from '#money/rules/domain/reason-text.ts'
import type { Names } from '#platform/domain/names.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { dayInSql, zoneInSql } from '#platform/server/provider-calendar.ts'
import type { BankObstacle } from '../domain/payout-plan.ts'

/**
 * The self-billed invoice that a clawback takes back from: the one that undid its last credit note, else that of the
 * commission, if the payout of it stands.
 */
const creditedInvoice = sql<{ id: string; vat_case: VatCase | null; vat_rate: string }>`(
  select n.id, n.vat_case, n.vat_rate
  from invoice_lines x join invoices n on n.id = x.invoice_id join payouts q on q.id = n.payout_id
  where c.kind = 'clawback' and n.kind = 'invoice'
    and (x.commission_id = c.id or (x.commission_id = c.reverses_id and q.status <> 'cancelled'))
  order by x.commission_id = c.id desc, n.issued_at desc, n.number desc limit 1)`.as('i')

/** Whether what a clawback takes back from has not been paid, nor been taken into a payout. */
const originalIsOpen = sql<boolean>`coalesce(o.status = 'valide' and o.payout_id is null, false)`

interface PayableFilter {
  /** Day in the provider's calendar, the day included; an instant for the day that it is on. */
  readonly payableUntil: string | Date
  readonly partnerIds?: readonly string[] | undefined
  /** Locks the commissions, always in the same order: a hold or a payment at the same time waits, or is waited for. */
  readonly locked?: boolean
}

/**
 * Validated commissions in no payout that are payable by the day: by the date that their partner was told, and clawbacks at
 * once, but no earlier than the commission that they take back from. In order of their ids, held ones included.
 */
export async function payableCommissions(tx: Tx, { payableUntil, partnerIds, locked = false }: PayableFilter) {
  const until = typeof payableUntil === 'string' ? sql`${payableUntil}::date` : dayInSql(payableUntil)
  const end = sql<Date>`((${until} + 1)::timestamp at time zone ${zoneInSql})`
  let query = tx
    .selectFrom('commissions as c')
    .leftJoin('leads as l', 'l.id', 'c.lead_id')
    .leftJoin('commissions as o', 'o.id', 'c.reverses_id')
    .leftJoin('client_payments as r', 'r.id', 'c.client_payment_id')
    .leftJoin('client_payments as refunded', 'refunded.id', 'r.refunds_id')
    .leftJoinLateral(creditedInvoice, (join) => join.onTrue())
    .select(['c.id', 'c.partner_id', 'c.kind', 'c.description', 'c.revenue_cents', 'c.commission_rate'])
    .leftJoin('commission_rules as made', 'made.id', 'c.rule_id')
    .leftJoin('offers as f', 'f.key', 'made.offer')
    .select(['c.tier_name', 'c.tier_names', 'c.reason', 'c.lead_id', ...ruleColumns])
    .select(['c.amount_cents', 'c.held_reason', 'c.disputed', 'c.validated_at', 'c.reverses_id'])
    .select([clientOfCommission.as('company'), 'r.reference as refund_reference', 'refunded.reference as refunded_reference'])
    .select(['r.kind as receipt_kind', 'r.net_cents as receipt_cents'])
    .select(['i.id as credited_id', 'i.vat_case', 'i.vat_rate', originalIsOpen.as('original_is_open')])
    .where('c.status', '=', 'valide')
    .where('c.payout_id', 'is', null)
    .where((where) =>
      where.or([
        where('c.payable_by', '<', end),
        where.and([
          where('c.kind', '=', 'clawback'),
          where('c.validated_at', '<', end),
          sql<boolean>`not (${originalIsOpen} and o.payable_by >= ${end})`,
        ]),
      ]),
    )
    .orderBy('c.id')
  if (partnerIds) query = query.where('c.partner_id', 'in', partnerIds)
  if (locked) query = query.forUpdate('c')
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    partnerId: row.partner_id,
    kind: row.kind,
    client: row.company ?? row.description,
    description: descriptionText({
      description: row.description,
      refundReference: row.refund_reference,
      refundedReference: row.refunded_reference,
    }),
    paid:
      row.receipt_kind === 'payment' && row.refund_reference !== null && row.receipt_cents !== null
        ? { reference: row.refund_reference, netCents: row.receipt_cents }
        : null,
    revenueCents: row.revenue_cents,
    ratePercent: Number(row.commission_rate),
    tierName: row.tier_name,
    tierNames: row.tier_names,
    amountCents: row.amount_cents,
    reason: row.reason,
    // What was added by hand, and what takes it back, no rule has made.
    rule: row.lead_id === null && row.reason === null ? null : ruleOf(row),
    heldReason: row.held_reason,
    isContested: row.disputed,
    validatedAt: row.validated_at,
    reversesId: row.reverses_id,
    originalIsOpen: row.original_is_open,
    credits:
      row.credited_id && row.vat_case ? { id: row.credited_id, vatCase: row.vat_case, vatRate: Number(row.vat_rate) } : null,
  }))
}

const ruleColumns = [
  'c.rule_version',
  'made.partner_id as rule_partner_id',
  'f.name as offer_name',
  'f.names as offer_names',
] as const

interface RuleColumns {
  readonly rule_partner_id: string | null
  readonly rule_version: number
  readonly offer_name: string | null
  readonly offer_names: Names | null
}

const ruleOf = ({ rule_partner_id, rule_version: version, offer_name, offer_names }: RuleColumns): RuleMade => ({
  isOwn: rule_partner_id !== null,
  offer: offer_name === null ? null : { name: offer_name, names: offer_names ?? {} },
  version,
})

export type PayableRow = Awaited<ReturnType<typeof payableCommissions>>[number]

/** Names, bank details and billing profiles of all who have a validated commission that is in no payout. */
export async function payees(tx: Tx, config: Pick<Config, 'secret'>, now: Date) {
  const rows = await tx
    .selectFrom(partnerContacts.as('p'))
    .leftJoin('payment_infos as b', 'b.partner_id', 'p.partner_id')
    .leftJoin('billing_profiles as f', 'f.partner_id', 'p.partner_id')
    .select(['p.partner_id', 'p.full_name', 'p.partner_deleted_at', 'b.company', 'b.address', 'b.account_holder'])
    .select(['b.street', 'b.building_number', 'b.postcode', 'b.town', 'b.postal_country'])
    .select(['f.mode', 'f.regime', 'f.vat_rate', 'f.legal_name', 'f.legal_form', 'f.siren', 'f.siret', 'f.vat_number'])
    .leftJoin('bank_account_answers as a', (join) =>
      join.onRef('a.partner_id', '=', 'b.partner_id').onRef('a.sent_at', '>=', 'b.iban_changed_at'),
    )
    .select(['b.iban_checks_out', 'b.iban_changed_at', 'b.iban_digest', 'b.iban_seal', 'a.refused_on'])
    .where('p.partner_id', 'in', (from) =>
      from
        .selectFrom('commissions as c')
        .select('c.partner_id')
        .where('c.status', '=', 'valide')
        .where('c.payout_id', 'is', null),
    )
    .execute()
  return new Map(
    rows.map(
      (row) =>
        [
          row.partner_id,
          {
            ...row,
            terms: billingTermsOf(row),
            ...obstacleOf(
              bankStateOf({ ...row, id: row.partner_id, iban_shared: null, iban_refused: row.refused_on !== null }, config, now),
            ),
          },
        ] as const,
    ),
  )
}

/** What decides about VAT; null without a billing profile. */
export function billingTermsOf({
  mode,
  regime,
  vat_rate,
}: { [K in keyof Parameters<typeof termsOf>[0]]: Parameters<typeof termsOf>[0][K] | null }): BillingTerms | null {
  return mode && regime ? termsOf({ mode, regime, vat_rate: vat_rate ?? null }) : null
}

export type Payee = Awaited<ReturnType<typeof payees>> extends Map<string, infer P> ? P : never

/** The reason that holds a payout back, with its end if it only has to wait. */
function obstacleOf({ state, heldUntil }: BankDetailsState): { obstacle: BankObstacle | null; until: Date | null } {
  if (state !== 'complete') return { obstacle: `bank_${state}`, until: null }
  return { obstacle: heldUntil ? 'bank_recent' : null, until: heldUntil }
}
