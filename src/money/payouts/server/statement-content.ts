import type { BusinessParty, PostalAddress } from '#money/documents/domain/invoice.ts'
import type { Statement, StatementLine } from '#money/documents/domain/statements.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { PayableRow, Payee } from './payable.ts'
import type { Planned } from './run-plan.ts'

interface Issued {
  readonly number: string
  readonly now: Date
  readonly payableUntil: string
  readonly contestUntil: Date
  readonly provider: BusinessParty
  /** Numbers of the documents that come with it. */
  readonly invoices: readonly string[]
  /** Its days are frozen with the statement. */
  readonly zone: string
}

/** What the statement of a payout says, frozen when it is issued. */
export function buildStatement(
  planned: Planned,
  { number, now, payableUntil, contestUntil, provider, invoices, zone }: Issued,
): Statement {
  const { payee, commissions, leftOut, vatCents, noVatReason } = planned
  const validated = commissions.flatMap(({ validatedAt }) => (validatedAt ? [isoDay(validatedAt, zone)] : []))
  return {
    number,
    issueDate: isoDay(now, zone),
    period: { from: validated.toSorted()[0] ?? payableUntil, to: payableUntil },
    provider,
    payee: {
      name: payee.legal_name || payee.account_holder || payee.company || payee.full_name,
      legalForm: payee.legal_form ?? '',
      address: addressOf(payee),
      siren: payee.siren || null,
      siret: payee.siret || null,
      vatNumber: payee.vat_number || null,
    },
    lines: commissions.map((row) => buildLine(row, zone)),
    held: leftOut
      .filter(({ why }) => why === 'held')
      .map(({ commission: { client, amountCents }, reason, code }) => ({
        client,
        amountCents,
        reason,
        ...(code ? { code } : {}),
      })),
    carriedCents: 0,
    vatCents,
    noVatReason,
    invoices,
    contestUntil: isoDay(contestUntil, zone),
    transfer: null,
  }
}

/** The parts that the partner gave for the bank; else the address as they wrote it. */
function addressOf(payee: Payee): PostalAddress {
  const { street, building_number, postcode, town, postal_country, address } = payee
  if (!town) return { line1: address ?? '', line2: '', postcode: '', city: '', country: 'FR' }
  const line1 = [building_number, street].filter(Boolean).join(' ')
  return { line1, line2: '', postcode: postcode ?? '', city: town, country: postal_country || 'FR' }
}

function buildLine(row: PayableRow, zone: string): StatementLine {
  const kind = row.kind === 'clawback' || row.kind === 'manual' ? row.kind : 'validated'
  const isRated = !row.reason || row.reason.why === 'rate' || (row.reason.why === 'taken_back' && row.reason.ratePercent !== null)
  return {
    client: row.client,
    origin: {
      kind,
      on: row.validatedAt ? isoDay(row.validatedAt, zone) : '',
      reason: kind === 'clawback' ? row.description : '',
    },
    detail: '',
    ...(row.paid ? { paid: row.paid } : {}),
    revenueCents: isRated ? row.revenueCents : null,
    ratePercent: isRated ? row.ratePercent : null,
    tier: row.tierName,
    tierNames: row.tierNames,
    amountCents: row.amountCents,
    ...(row.rule ? { rule: row.rule } : {}),
    ...(row.reason ? { reason: row.reason } : {}),
  }
}
