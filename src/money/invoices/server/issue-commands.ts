import { personOf } from '#access/server/acting.ts'
import type { BusinessParty, Invoice, IsoDay } from '#money/documents/domain/invoice.ts'
import type { Statement } from '#money/documents/domain/statements.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { insertSlices } from '#platform/server/db/insert-slices.ts'
import { newId } from '#platform/server/ids.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { DocumentContent } from '../domain/document-content.ts'
import type { PlannedDocument } from '../domain/payout-documents.ts'
import { buildCreditNote, buildInvoice, type InvoicedCommission } from './invoice-content.ts'
import type { Issuer } from './issuer-queries.ts'
import type { Numbering } from './numbering-commands.ts'

export type NumberedDocument = PlannedDocument<InvoicedCommission & { readonly id: string }> & { readonly numbering: Numbering }

/** A payout that was just written, with the documents that were numbered for it. */
export interface DocumentedPayout {
  readonly id: string
  readonly partnerId: string
  readonly statement: Statement
  readonly documents: readonly NumberedDocument[]
}

/** A document to write. */
interface NewDocument {
  readonly payout: { readonly id: string; readonly partnerId: string }
  readonly document: Pick<NumberedDocument, 'kind' | 'vatCase' | 'vatRate' | 'corrects' | 'netCents' | 'vatCents' | 'numbering'>
  readonly lines: readonly { readonly commissionId: string; readonly netCents: number }[]
  readonly mandateId: string | null
  /** A credit note that is kept and not transmitted: its invoice was rejected or refused. */
  readonly archiveOnly?: boolean
  readonly content: DocumentContent
}

/** Writes documents of a day with their lines, in the order of their numbers. */
export async function writeDocuments(context: TransactionContext, day: IsoDay, documents: readonly NewDocument[]): Promise<void> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const withIds = documents.map((each) => ({ ...each, id: newId() }))
  const rows = withIds.map(({ id, payout, document, mandateId, archiveOnly = false, content }) => ({
    id,
    payout_id: payout.id,
    partner_id: payout.partnerId,
    kind: document.kind,
    series: document.numbering.series,
    number: document.numbering.number,
    issued_on: day,
    issued_at: now,
    issued_by: userId,
    corrects_id: document.corrects,
    mandate_id: mandateId,
    archive_only: archiveOnly,
    vat_case: document.vatCase,
    vat_rate: document.vatRate,
    net_cents: document.netCents,
    vat_cents: document.vatCents,
    content: JSON.stringify(content),
  }))
  const lines = withIds.flatMap(({ id, lines }) =>
    lines.map(({ commissionId, netCents }, index) => ({
      invoice_id: id,
      position: index + 1,
      commission_id: commissionId,
      net_cents: netCents,
    })),
  )
  for (const slice of insertSlices(rows)) await tx.insertInto('invoices').values(slice).execute()
  for (const slice of insertSlices(lines)) await tx.insertInto('invoice_lines').values(slice).execute()
}

/** What issued invoices say, by id. */
export async function invoiceContents(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Invoice>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('invoices').select(['id', 'content']).where('id', 'in', ids).execute()
  return new Map(rows.flatMap(({ id, content }) => (content.kind === 'invoice' ? [[id, content.content] as const] : [])))
}

interface RunFacts {
  readonly issuers: ReadonlyMap<string, Issuer>
  /** The provider as registered. */
  readonly buyer: BusinessParty
  /** The day of the run, in the provider's calendar. */
  readonly day: IsoDay
}

/** Draws up the documents of payouts in the transaction that issues them. As many statements for any number of payouts. */
export async function issueDocuments(
  context: TransactionContext,
  payouts: readonly DocumentedPayout[],
  { issuers, buyer, day }: RunFacts,
): Promise<void> {
  const all = payouts.flatMap((payout) => payout.documents.map((document) => ({ payout, document })))
  if (all.length === 0) return
  const corrected = await invoiceContents(context.tx, [...new Set(all.flatMap(({ document }) => document.corrects ?? []))])
  await writeDocuments(
    context,
    day,
    all.map(({ payout, document }) => {
      const lines = document.lines.map(({ commission, netCents }) => ({ commissionId: commission.id, netCents }))
      const issued = { payout, document, lines }
      const issuer = issuers.get(payout.partnerId)
      if (document.kind === 'receipt') return { ...issued, mandateId: null, content: receiptOf(payout, document.numbering) }
      if (!issuer?.mandate) throw new Error('a self-billed payout has a mandate in force')
      const { mandate } = issuer
      const facts = { number: document.numbering.reference, day, mandate, buyer, service: payout.statement.period }
      const original = document.corrects === null ? null : corrected.get(document.corrects)
      if (original === undefined) throw new Error('a credit note corrects an invoice')
      const content = original ? buildCreditNote(document, original, facts) : buildInvoice(document, issuer, facts)
      return { ...issued, mandateId: mandate.id, content: { kind: 'invoice', content } }
    }),
  )
}

function receiptOf({ statement }: DocumentedPayout, { reference }: Numbering): DocumentContent {
  const { issueDate, provider, payee, lines, number: statementNumber } = statement
  return { kind: 'receipt', content: { number: reference, issueDate, provider, payee, lines, paidOn: null, statementNumber } }
}
