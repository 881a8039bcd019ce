import { sql } from 'kysely'
import type { BusinessParty, Invoice, IsoDay } from '#money/documents/domain/invoice.ts'
import type { InvoiceObstacle } from '#money/payouts/domain/payout-plan.ts'
import { texts } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { checkInvoice } from '../domain/invoice-check.ts'
import { m } from '../messages/messages.ts'
import { buildInvoice } from './invoice-content.ts'
import type { Issuer } from './issuer-queries.ts'
import { dayPastText, laterDocuments } from './later-documents.ts'

/** What the payout settings call each of the provider's mentions. */
const providerMentions = texts({
  buyer_name: m.registeredName,
  buyer_address: m.addressName,
  buyer_siren: () => 'SIREN',
  buyer_siret: () => 'SIRET',
  buyer_vat_number: m.vatNumber,
})

const isProviders = (mention: string): mention is keyof typeof providerMentions => mention in providerMentions

/** Why no document can be drawn up today in the names of these partners; those for whom one can have no entry. */
export async function documentObstacles(
  tx: Tx,
  issuers: ReadonlyMap<string, Issuer>,
  buyer: BusinessParty,
  today: IsoDay,
): Promise<ReadonlyMap<string, InvoiceObstacle>> {
  const ids = sql<string>`any(${[...issuers.keys()]}::uuid[])`
  const later = issuers.size === 0 ? [] : await laterDocuments(tx, today).where('partner_id', '=', ids).execute()
  const obstacles = new Map<string, InvoiceObstacle>()
  for (const [id, issuer] of issuers) {
    const isReceipt = issuer.terms.mode === 'receipt'
    const document = later.find(({ partner_id, is_receipt }) => partner_id === id && is_receipt === isReceipt)
    const dayPast = document && ({ code: 'document_day_past', reason: dayPastText(document, today) } as const)
    const obstacle = invoiceObstacle(issuer, buyer, today) ?? dayPast
    if (obstacle) obstacles.set(id, obstacle)
  }
  return obstacles
}

/** Why no invoice can be drawn up in a partner's name; null if one can, and for individuals, who get a receipt. */
function invoiceObstacle(issuer: Issuer, buyer: BusinessParty, today: IsoDay): InvoiceObstacle | null {
  const { terms, mandate } = issuer
  if (terms.mode !== 'self_billing') return null
  if (!mandate) return { code: 'mandate_missing', reason: m.mandateNotSigned() }
  const missing = checkInvoice(sampleInvoice(issuer, buyer, today, mandate))
  const provider = [...new Set(missing.flatMap(({ mention }) => (isProviders(mention) ? [providerMentions[mention]] : [])))]
  if (provider.length > 0) return { code: 'provider_identity', reason: provider.join(', ') }
  const [other] = missing
  return other ? { code: 'invoice_impossible', reason: other.message } : null
}

function sampleInvoice(issuer: Issuer, buyer: BusinessParty, day: IsoDay, mandate: NonNullable<Issuer['mandate']>): Invoice {
  const { regime, vatRate } = issuer.terms
  const commission = { client: 'x', description: 'x', revenueCents: 1, ratePercent: 1 }
  const document = {
    kind: 'invoice' as const,
    vatCase: regime === 'none' ? null : regime,
    vatRate: vatRate ?? 0,
    corrects: null,
    lines: [{ commission, reduced: [], netCents: 1 }],
    netCents: 1,
    vatCents: 0,
  }
  return buildInvoice(document, issuer, { number: 'AF-1', day, mandate, buyer, service: { from: day, to: day } })
}
