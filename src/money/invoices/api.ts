import * as z from 'zod/mini'
import { formerPartners } from '#accounts/people/api.ts'
import { event } from '#platform/api/events.ts'
import { type FilterOf, filterOf, sortedList, sortedPageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import {
  centsSum,
  count,
  id,
  idParams,
  lines,
  optionalText,
  page,
  personName,
  searchText,
  text,
  time,
} from '#platform/api/shapes.ts'
import { handoverStates, maxHandedOver } from './domain/handover.ts'
import { type DocumentKind, documentKinds, documentStates, maxInZip } from './domain/payout-documents.ts'
import { isVoiding, type PlatformStatus, platformStatuses } from './domain/platform-status.ts'
import { m } from './messages/messages.ts'

/** Records when, where and by whom a document was handed over to the provider's plateforme agréée. */
export const handover = z.object({
  /** The day on which it was given: '2026-11-22'. */
  on: z.iso.date(),
  platform: z.string(),
  /** The platform's own reference; empty for none. */
  reference: z.string(),
  /** When staff recorded it, and who; null when a partner asks. */
  at: time,
  by: z.nullable(z.string()),
})

/** What the provider's plateforme agréée said of a document last. */
const platformStatus = z.object({
  status: z.enum(platformStatuses),
  /** The day that the platform gives. */
  on: z.iso.date(),
  /** Why it was rejected or refused; empty for any other status. */
  reason: z.string(),
  /** When it was recorded, and by whom; null when a partner asks. */
  at: time,
  by: z.nullable(z.string()),
})

/** A document that was drawn up with a payout: never changed, and taken back by another one only. */
export const issuedDocument = z.object({
  id,
  kind: z.enum(documentKinds),
  /** 'AF-0042-2026-00003' */
  number: z.string(),
  partner: personName,
  payout: z.object({ id, reference: z.string() }),
  issuedOn: z.iso.date(),
  issuedAt: time,
  /** Number of the invoice that a credit note takes back from. */
  corrects: z.nullable(z.string()),
  /** Positive on credit notes too. */
  netCents: centsSum,
  vatCents: centsSum,
  totalCents: centsSum,
  /** Follows its payout: accepting that accepts the document, and cancelling it leaves nothing of its documents. */
  state: z.enum(documentStates),
  /** Whether the sealed PDF is there; it is made right after issuing. */
  hasFile: z.boolean(),
  /** Whether its Factur-X XML can be had apart; receipts have none. */
  hasXml: z.boolean(),
  /** Null until it is handed over; receipts never are. */
  handover: z.nullable(handover),
  /** Null as long as the platform has said nothing. */
  platformStatus: z.nullable(platformStatus),
  /** Rejected or refused: a credit note has taken it back, and a new invoice followed. */
  isVoid: z.boolean(),
  /** The credit note of a void invoice, which is kept and given to nobody. */
  isArchiveOnly: z.boolean(),
  can: z.object({ handOver: z.boolean(), undoHandover: z.boolean(), recordStatus: z.boolean() }),
})
export type IssuedDocument = z.infer<typeof issuedDocument>

export const invoiceList = sortedList({
  filters: {
    kind: z.optional(z.enum(documentKinds)),
    partnerId: z.optional(id),
    payoutId: z.optional(id),
    /** Invoices and credit notes that were handed over, or were not; receipts are in neither. */
    handedOver: z.optional(z.enum(handoverStates)),
    /** Days of issue. */
    ...periodQuery,
    /** Matches the partner's name and the number. */
    search: searchText,
  },
  sorts: ['date', 'number', 'partner', 'amount'],
  usual: '-date',
})

export type InvoiceFilter = FilterOf<typeof invoiceList>

const ids = z.array(id).check(z.minLength(1), z.maxLength(maxHandedOver))

/** Either some documents, or all that match the filters of the list, with the count and total that were shown. */
export const handoverForm = z.strictObject({
  documents: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('chosen'), ids }),
    z.strictObject({
      kind: z.literal('filtered'),
      filter: filterOf(invoiceList),
      seen: z.strictObject({ count, totalCents: centsSum }),
    }),
  ]),
  /** The day of the handover: neither in the future nor before any of the documents was issued. */
  on: z.iso.date({ error: m.dayMissing }),
  platform: text(1, 100, m.platformMissing),
  reference: optionalText(140),
})
export type HandoverForm = z.infer<typeof handoverForm>

/** What the platform says. A rejection or a refusal has a reason, which the partner reads. */
export const platformStatusForm = z
  .strictObject({
    status: z.enum(platformStatuses, { error: m.statusMissing }),
    on: z.iso.date({ error: m.dayMissing }),
    reason: z._default(lines(0, 500, m.reasonMissing, m.atMost500Characters), ''),
  })
  .check(
    z.refine(({ status, reason }) => !isVoiding(status) || reason.length >= 2, { error: m.reasonMissing, path: ['reason'] }),
    z.refine(({ status, reason }) => isVoiding(status) || reason === '', {
      error: m.reasonUnexpected,
      path: ['reason'],
    }),
  )

export const invoiceRoutes = {
  listInvoices: route('GET', '/invoices', {
    summary: 'Self-billed invoices, credit notes and receipts, newest first unless sorted: a partner’s own, or all for staff',
    who: 'unlocked',
    ability: 'money',
    scope: 'invoices:read',
    query: sortedPageOf(invoiceList),
    returns: page(issuedDocument),
  }),
  invoiceSummary: route('GET', '/invoices/summary', {
    summary: 'Count and sums of documents; credit notes are taken off',
    who: 'unlocked',
    ability: 'money',
    scope: 'invoices:read',
    query: filterOf(invoiceList),
    returns: z.object({
      count,
      netCents: centsSum,
      vatCents: centsSum,
      totalCents: centsSum,
      /** How many of them still have to be handed over. */
      waitingCount: count,
      /** The platform of the last handover; null without one, and for partners. */
      lastPlatform: z.nullable(z.string()),
      former: formerPartners,
    }),
  }),
  handOver: route('POST', '/invoices/hand-over', {
    summary:
      'Mark documents as given to the provider’s plateforme agréée. Receipts, and what is marked already, stay as they are',
    who: 'admin',
    right: 'money',
    body: handoverForm,
    returns: z.object({ count }),
    heavy: true,
    refusals: ['documents_changed', 'handover_impossible'],
  }),
  undoHandover: route('POST', '/invoices/undo-hand-over', {
    summary: 'Take such marks back, with a reason: marked by mistake, or refused by the platform',
    who: 'admin',
    right: 'money',
    body: z.strictObject({ ids, reason: lines(2, 500, m.reasonMissing) }),
    returns: z.object({ count }),
  }),
  recordPlatformStatus: route('POST', '/invoices/:id/platform-status', {
    summary:
      'Record what the plateforme agréée says of a document that was handed over. A rejected or refused invoice is void: a ' +
      'credit note that is not transmitted takes it back, and a new invoice follows in the same payout',
    who: 'admin',
    right: 'money',
    scope: 'invoices:write',
    params: idParams,
    body: platformStatusForm,
    returns: issuedDocument,
    refusals: ['platform_status_impossible', 'invoice_credited', 'own_commission', 'mandate_missing', 'document_day_past'],
  }),
  documentFile: route('GET', '/invoices/:id/file', {
    summary: 'The sealed PDF of a document; of invoices and credit notes with the Factur-X XML in it',
    who: 'unlocked',
    ability: 'money',
    scope: 'invoices:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
    mediaType: 'application/pdf',
  }),
  documentXml: route('GET', '/invoices/:id/xml', {
    summary: 'The XML of an invoice or credit note (Factur-X, profile EN 16931), as it is in the PDF',
    who: 'unlocked',
    ability: 'money',
    scope: 'invoices:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
    mediaType: 'application/xml',
  }),
  invoicesZip: route('GET', '/invoices.zip', {
    summary: 'Documents as a ZIP of their sealed PDFs, named by their numbers, with an index as CSV and the filters of the list',
    description: `At most ${maxInZip} documents. Those that are not printed yet are in the index alone.`,
    who: 'unlocked',
    ability: 'money',
    scope: 'invoices:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: filterOf(invoiceList),
    answer: 'zip',
    heavy: true,
    refusals: ['too_many_documents'],
  }),
  invoicesCsv: route('GET', '/invoices.csv', {
    summary: 'Documents as CSV, with the filters of the list',
    who: 'unlocked',
    ability: 'money',
    scope: 'invoices:read',
    transaction: 'own',
    ownership: 'rowSecurity',
    query: filterOf(invoiceList),
    answer: 'csv',
    heavy: true,
  }),
}

export const invoiceEvents = {
  /** The PDF of an issued document is there. */
  'invoice.made': event<null, { readonly kind: DocumentKind; readonly reference: string }>('invoice'),
  /** A partner's documents were given to a plateforme agréée, or such marks were taken back. */
  'invoice.handed_over': event<
    null,
    { readonly count: number; readonly handedOn: string; readonly platform: string; readonly reference: string }
  >('person'),
  'invoice.handover_undone': event<null, { readonly count: number; readonly reason: string }>('person'),
  /** What the platform says of a document; with the numbers of the credit note and the new invoice where it is void. */
  'payout.document_status': event<
    null,
    {
      readonly invoiceId: string
      readonly number: string
      readonly status: PlatformStatus
      readonly on: string
      readonly reason: string
      readonly creditNote?: string
      readonly replacement?: string
    }
  >('payout'),
}
