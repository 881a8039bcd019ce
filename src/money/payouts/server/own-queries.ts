import { type InferResult, sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { bankStateOf, presentAccountAnswer } from '#money/bank-details/server/present.ts'
import type { BillingTerms } from '#money/billing/domain/billing.ts'
import { documentObstacles } from '#money/invoices/server/guards.ts'
import { readIssuers } from '#money/invoices/server/issuer-queries.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { providerParty } from '#provider/programme/server/present.ts'
import type { InvoiceObstacle } from '../domain/payout-plan.ts'
import { invoiceState } from './invoice-queries.ts'
import { billingTermsOf } from './payable.ts'
import { isContested } from './queries.ts'

/** The programme's rules that partners may read. */
const programmeColumns = [
  ...(['minimum_payout_cents', 'invoice_required', 'vigilance_hold', 'registrations', 'time_zone', 'legal_name'] as const),
  ...(['legal_form', 'siren', 'vat_number', 'street', 'building_number', 'postcode', 'town', 'country'] as const),
  'electronic_address',
] as const

/** What decides whether a partner can be paid, whatever is due: the same as a run reads of everybody. */
export interface OwnTerms {
  readonly minimumCents: number
  readonly invoiceRequired: boolean
  readonly vigilanceHold: boolean
  readonly registrations: boolean
  readonly timeZone: string
  readonly bank: ReturnType<typeof bankStateOf>
  /** When the stored IBAN was entered; null without one. */
  readonly ibanChangedAt: Date | null
  /** Whether the bank knows the account under another name. */
  readonly isOtherName: boolean
  /** Null without a billing profile. */
  readonly billing: BillingTerms | null
  readonly undocumented: InvoiceObstacle | null
}

export async function ownTerms(tx: Tx, config: Pick<Config, 'secret'>, partnerId: string, now: Date): Promise<OwnTerms> {
  const [programme, row, issuers] = await Promise.all([
    tx.selectFrom('programme_settings').select(programmeColumns).executeTakeFirstOrThrow(),
    tx
      .selectFrom(partnerContacts.as('p'))
      .leftJoin('payment_infos as b', 'b.partner_id', 'p.partner_id')
      .leftJoin('billing_profiles as f', 'f.partner_id', 'p.partner_id')
      .leftJoin('bank_account_answers as a', (join) =>
        join.onRef('a.partner_id', '=', 'b.partner_id').onRef('a.sent_at', '>=', 'b.iban_changed_at'),
      )
      .select([
        'p.partner_id as id',
        'f.mode',
        'f.regime',
        'f.vat_rate',
        'b.account_holder',
        'b.iban_checks_out',
        'b.iban_changed_at',
      ])
      .select([
        'b.iban_digest',
        'b.iban_seal',
        'a.refused_on',
        'a.refused_reason',
        'a.bank_reasons',
        'a.payee_match',
        'a.payee_name',
      ])
      .where('p.partner_id', '=', partnerId)
      .executeTakeFirstOrThrow(),
    readIssuers(tx, partnerId),
  ])
  const today = isoDay(now, programme.time_zone)
  const undocumented = await documentObstacles(tx, issuers, providerParty(programme, ''), today)
  const { payee } = presentAccountAnswer({ ...row, account_holder: row.account_holder ?? '' })
  return {
    minimumCents: programme.minimum_payout_cents,
    invoiceRequired: programme.invoice_required,
    vigilanceHold: programme.vigilance_hold,
    registrations: programme.registrations,
    timeZone: programme.time_zone,
    bank: bankStateOf({ ...row, iban_shared: null, iban_refused: row.refused_on !== null }, config, now),
    ibanChangedAt: row.iban_changed_at,
    isOtherName: payee?.match === 'no_match' || (payee?.match === 'close_match' && payee.bankName !== null),
    billing: billingTermsOf(row),
    undocumented: undocumented.get(partnerId) ?? null,
  }
}

/** A partner's payouts that wait for money or for an invoice, oldest first. */
export function ownOpenPayouts(tx: Tx, partnerId: string) {
  return openPayouts(tx, partnerId).execute()
}

function openPayouts(tx: Tx, partnerId: string) {
  return tx
    .selectFrom('payouts as p')
    .select(['p.id', 'p.reference', 'p.status', 'p.net_cents', 'p.issued_at', 'p.contest_until', 'p.accepted_at', 'p.sent_at'])
    .select(['p.rejected_at', 'p.reject_reason', 'p.bank_reasons', invoiceState.as('invoice_state'), isContested.as('contested')])
    .select(
      sql<Date | null>`(select min(c.payable_by) from commissions c where c.payout_id = p.id and c.status <> 'paye')`.as(
        'payable_by',
      ),
    )
    .where('p.partner_id', '=', partnerId)
    .where((where) =>
      where.or([
        where('p.status', 'in', ['issued', 'approved', 'sent', 'rejected']),
        where.and([where('p.status', '=', 'paid'), where(invoiceState, 'in', ['missing', 'refused'])]),
      ]),
    )
    .orderBy('p.issued_at')
    .orderBy('p.id')
}

export type OpenPayout = InferResult<ReturnType<typeof openPayouts>>[number]
