import { pagePaths } from '#access/domain/page-paths.ts'
import type { ClientPaymentKind } from '#money/commissions/domain.ts'
import type { DocumentKind } from '#money/invoices/domain/payout-documents.ts'
import { texts } from '#platform/domain/languages.ts'
import { type Cents, formatEurosExact } from '#platform/domain/money.ts'
import { formatReference } from '#platform/domain/references.ts'
import type { SearchHit } from '../api.ts'
import { hitLabels } from '../domain/search-hits.ts'
import { m } from '../messages/messages.ts'
import type { FoundContract, FoundLead, FoundPerson } from './name-queries.ts'

const documentLabels = texts<DocumentKind>({
  invoice: m.invoice,
  credit_note: m.creditNote,
  receipt: m.receipt,
})

const joined = (...parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(' · ')
const opened = (path: string, name: string, value: string) => `${path}?${name}=${encodeURIComponent(value)}`

/** The pages on which the reader opens records. */
function pathsOf(isStaff: boolean) {
  return {
    lead: (id: string) => opened(isStaff ? pagePaths.adminLeads : pagePaths.leads, 'lead', id),
    payout: (id: string) => opened(isStaff ? pagePaths.adminPayouts : pagePaths.payouts, 'payout', id),
    contract: (id: string) => (isStaff ? opened(pagePaths.adminContracts, 'contract', id) : pagePaths.contract),
    document: (reference: string) => opened(isStaff ? pagePaths.adminInvoices : pagePaths.invoices, 'search', reference),
    partner: (id: string) => (isStaff ? `${pagePaths.partners}/${id}` : pagePaths.paymentInfo),
  }
}

interface Payout {
  readonly id: string
  readonly reference: string
  readonly total_cents: Cents
  readonly partner: string
  readonly payment_reference: string
}

interface Document extends Omit<Payout, 'payment_reference'> {
  readonly kind: DocumentKind
}

interface Payment {
  readonly id: string
  readonly kind: ClientPaymentKind
  readonly reference: string
  readonly lead_id: string
  readonly company: string
  readonly net_cents: Cents
}

/** Numbers of leads and contracts. Staff see whose each is, and open it on their own pages. */
function presentReferences(isStaff: boolean) {
  const at = pathsOf(isStaff)
  const whose = (partner: string) => isStaff && partner
  return {
    registration: (row: Omit<FoundLead, 'email' | 'search_text'> & { readonly number: string }): SearchHit => ({
      kind: 'registration',
      id: row.id,
      title: row.number,
      path: at.lead(row.id),
      detail: joined(hitLabels.registration, row.company, row.name, whose(row.partner)),
    }),
    receipt: (row: Pick<FoundLead, 'id' | 'name' | 'company'> & { readonly reference: string }): SearchHit => ({
      kind: 'receipt',
      id: row.id,
      title: formatReference(row.reference),
      path: at.lead(row.id),
      detail: joined(hitLabels.receipt, row.company, row.name),
    }),
    signature: (row: Omit<FoundContract, 'status'> & { readonly reference: string }): SearchHit => ({
      kind: 'signature',
      id: row.id,
      title: formatReference(row.reference),
      path: at.contract(row.id),
      detail: joined(hitLabels.signature, row.title, whose(row.partner)),
    }),
    clientInvoice: (
      row: Pick<FoundLead, 'id' | 'company'> & { readonly number: string; readonly total_cents: Cents },
    ): SearchHit => ({
      kind: 'clientInvoice',
      id: row.id,
      title: row.number,
      path: at.lead(row.id),
      detail: joined(hitLabels.clientInvoice, row.company, formatEurosExact(row.total_cents)),
    }),
    clientPayment: (row: Payment): SearchHit => ({
      kind: 'clientPayment',
      id: row.id,
      title: row.reference,
      detail: joined(
        row.kind === 'refund' ? m.clientRefund() : hitLabels.clientPayment,
        row.company,
        formatEurosExact(row.net_cents),
      ),
      path: isStaff ? opened(pagePaths.clientPayments, 'search', row.reference) : at.lead(row.lead_id),
    }),
  }
}

/** Numbers of what partners are paid. */
function presentMoney(isStaff: boolean) {
  const at = pathsOf(isStaff)
  const whose = (partner: string) => isStaff && partner
  return {
    payout: (row: Payout): SearchHit => ({
      kind: 'payout',
      id: row.id,
      title: row.reference,
      path: at.payout(row.id),
      detail: joined(hitLabels.payout, whose(row.partner), formatEurosExact(row.total_cents), row.payment_reference),
    }),
    bankFile: (row: {
      readonly id: string
      readonly message_id: string
      readonly line_count: number
      readonly total_cents: Cents
    }): SearchHit => ({
      kind: 'bankFile',
      id: row.id,
      title: row.message_id,
      path: opened(pagePaths.adminPayouts, 'file', row.id),
      detail: joined(hitLabels.bankFile, m.transfers({ count: row.line_count }), formatEurosExact(row.total_cents)),
    }),
    document: (row: Document): SearchHit => ({
      kind: 'document',
      id: row.id,
      title: row.reference,
      path: at.document(row.reference),
      detail: joined(documentLabels[row.kind], whose(row.partner), formatEurosExact(row.total_cents)),
    }),
    partnerInvoice: (row: Pick<Payout, 'id' | 'reference' | 'partner'> & { readonly number: string }): SearchHit => ({
      kind: 'partnerInvoice',
      id: row.id,
      title: row.number,
      path: at.payout(row.id),
      detail: joined(isStaff ? hitLabels.partnerInvoice : m.yourInvoice(), whose(row.partner), row.reference),
    }),
    bankAccount: (row: Pick<FoundPerson, 'id' | 'name' | 'company'> & { readonly mask: string }): SearchHit => ({
      kind: 'bankAccount',
      id: row.id,
      title: row.mask,
      path: at.partner(row.id),
      detail: joined(hitLabels.bankAccount, whose(row.name), row.company),
    }),
  }
}

function presentNames(isStaff: boolean) {
  const at = pathsOf(isStaff)
  const whose = (partner: string) => isStaff && partner
  return {
    lead: (row: Omit<FoundLead, 'search_text'>): SearchHit => ({
      kind: 'lead',
      id: row.id,
      title: row.name,
      path: at.lead(row.id),
      detail: joined(row.company, row.email, whose(row.partner)),
    }),
    person: ({ id, name, company, email, role }: Omit<FoundPerson, 'search_text'>): SearchHit =>
      role === 'partner'
        ? { kind: 'partner', id, title: name, detail: joined(company, email), path: at.partner(id) }
        : { kind: 'person', id, title: name, detail: email, path: opened(pagePaths.partners, 'search', name) },
    contract: (row: FoundContract): SearchHit => ({
      kind: 'contract',
      id: row.id,
      title: row.title,
      path: at.contract(row.id),
      detail: joined(whose(row.partner)),
    }),
  }
}

/** What is shown of each kind of record that is found. */
export const present = (isStaff: boolean) => ({
  ...presentReferences(isStaff),
  ...presentMoney(isStaff),
  ...presentNames(isStaff),
})
