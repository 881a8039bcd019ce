import { nobody, shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { BankReasons } from '#money/bank-files/domain/bank-answer.ts'
import type { Statement } from '#money/documents/domain/statements.ts'

const booked = { why: 'payments', period: 'accounting', erase: 'keep', law: 'books' } as const

const statementShape = shapeOf<Statement>()(
  `address city client detail electronicAddress held invoices legalForm legalName line1 line2 lines name payee postcode reason
    siren siret vatNumber`,
  `accountEnd amountCents beforeCents bonus by capCents carriedCents cents code contestUntil countedCents country counts cut day
    en fact fixedCents fr from grossCents index isOwn isRest issueDate kind leadRevenueCents left line measure months names
    netCents noVatReason number offer on origin paid pays per percent period provider ratePercent reference revenueCents
    roomCents rule seq shareBasisPoints source stay stayed taken targetCents tier tierName tierNames to transfer value
    vatCents version whole why year`,
)

export const payoutData: TableEntries = {
  payouts: {
    ...booked,
    of: ['partner', 'client'],
    via: { partners: 'partner_id', 'commissions.payout_id': 'id' },
    since: '(greatest(t.issued_at, t.paid_at, t.rejected_at, t.cancelled_at) at time zone app.time_zone())::date',
    show: 'yes',
    columns: 'payment_reference reject_reason cancel_reason bank_reasons',
    // It names the clients of its lines: of all of them only their partner is shown it.
    but: { statement: { show: 'read' } },
    mentions: 'reject_reason cancel_reason',
    json: { statement: statementShape, bank_reasons: shapeOf<BankReasons>()('info', 'code') },
    facts: `id run_id partner_id reference status net_cents vat_cents total_cents commission_count statement_file_id issued_by
      issued_at contest_until accepted_at approved_by approved_at approved_alone sent_at paid_at rejected_at cancelled_at
      billing_mode paid_on`,
  },
  payout_runs: nobody('id payable_until issued_by issued_at'),
  payout_exclusions: nobody('id run_id partner_id commission_id amount_cents', 'reason'),
  uploaded_invoices: {
    ...booked,
    of: 'partner',
    via: { partners: 'partner_id' },
    since: '(t.submitted_at at time zone app.time_zone())::date',
    show: 'yes',
    columns: 'number refuse_reason',
    mentions: 'refuse_reason',
    facts: 'id payout_id partner_id issued_on net_cents vat_cents file_id status submitted_at decided_at decided_by',
  },
}
