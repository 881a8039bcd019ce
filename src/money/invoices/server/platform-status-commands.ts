import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { Invoice } from '#money/documents/domain/invoice.ts'
import { checkNotOwnPayout, lockPayout } from '#money/payouts/server/step-commands.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { providerParty } from '#provider/programme/server/present.ts'
import { programmeSettings } from '#provider/programme/server/queries.ts'
import type { platformStatusForm } from '../api.ts'
import { checkInvoice } from '../domain/invoice-check.ts'
import { hasEnded, isVoiding } from '../domain/platform-status.ts'
import { m } from '../messages/messages.ts'
import { buildReversal, renewInvoice } from './invoice-content.ts'
import { writeDocuments } from './issue-commands.ts'
import { readIssuers } from './issuer-queries.ts'
import { numberDocuments } from './numbering-commands.ts'

type Form = z.output<typeof platformStatusForm>

/**
 * Records what the provider's platform says of a document. Said again, nothing changes. A rejection or refusal of an invoice
 * voids it: its credit note is kept and not transmitted, and a new invoice waits to be handed over. Refuses `not_found`,
 * `own_commission`, `platform_status_impossible`, `mandate_missing`, `invoice_credited` and `invalid_input`.
 */
export async function recordPlatformStatus(context: TransactionContext, id: string, form: Form): Promise<void> {
  const { tx, now } = context
  const document = await findDocument(context, id)
  // The order of locks everywhere: the payout first, so that it is not cancelled meanwhile.
  const payout = await lockPayout(context, document.payout_id)
  checkNotOwnPayout(context, payout)
  const [last, handedOn, zone] = await Promise.all([lastStatus(context, id), handedOverOn(context, id), providerZone(tx)])
  if (last && last.status === form.status && last.on_day === form.on && last.reason === form.reason) return
  refuseFieldUnless(form.on <= isoDay(now, zone), 'on', m.dayToCome())
  const { reference } = document
  refuseUnless(handedOn !== null, 'platform_status_impossible', m.notHandedOverYet({ reference }))
  const early = m.handedOverLater({ reference, handedOn })
  refuseFieldUnless(form.on >= handedOn, 'on', early)
  const isVoid = hasEnded({ archiveOnly: document.archive_only, status: last?.status ?? null })
  refuseUnless(!isVoid, 'platform_status_impossible', m.voidAlready({ reference }))
  await tx
    .insertInto('invoice_platform_statuses')
    .values({
      id: newId(),
      invoice_id: id,
      status: form.status,
      on_day: form.on,
      reason: form.reason,
      recorded_at: now,
      recorded_by: personOf(context).userId,
    })
    .execute()
  const isReplaced = isVoiding(form.status) && document.kind === 'invoice' && payout.status !== 'cancelled'
  const replaced = isReplaced ? await replaceInvoice(context, document, isoDay(now, zone)) : null
  await context.recordEvent({
    name: 'payout.document_status',
    subjectId: document.payout_id,
    audience: ofPartner(document.partner_id),
    after: { invoiceId: id, number: reference, status: form.status, on: form.on, reason: form.reason, ...replaced },
  })
}

type Document = Awaited<ReturnType<typeof findDocument>>

async function findDocument({ tx }: TransactionContext, id: string) {
  const row = await tx
    .selectFrom('invoices')
    .select(['id', 'payout_id', 'partner_id', 'kind', 'reference', 'archive_only'])
    .select(['vat_case', 'vat_rate', 'net_cents', 'vat_cents', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
  refuseUnless(row && row.kind !== 'receipt', 'not_found', m.noSuchInvoice())
  return row
}

function lastStatus({ tx }: TransactionContext, id: string) {
  return tx
    .selectFrom('invoice_platform_statuses')
    .select(['status', 'on_day', 'reason'])
    .where('invoice_id', '=', id)
    .orderBy('recorded_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

async function handedOverOn({ tx }: TransactionContext, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('invoice_handovers')
    .select('handed_on')
    .where('invoice_id', '=', id)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
  return row?.handed_on ?? null
}

/** Takes a void invoice back and draws it up anew, with what its partner and the provider have corrected since. Both numbers. */
async function replaceInvoice(
  context: TransactionContext,
  original: Document,
  day: string,
): Promise<{ creditNote: string; replacement: string }> {
  const { tx } = context
  if (original.content.kind !== 'invoice') throw new Error(`the invoice ${original.reference} has another content`)
  const content = original.content.content
  const { partner_id: partnerId, payout_id: payoutId, reference } = original
  const [lines, issuers, settings, { providerName }, credited] = await Promise.all([
    tx.selectFrom('invoice_lines').selectAll().where('invoice_id', '=', original.id).orderBy('position').execute(),
    readIssuers(tx, partnerId),
    programmeSettings(tx),
    currentSettings(tx),
    tx.selectFrom('invoices').select('reference').where('corrects_id', '=', original.id).executeTakeFirst(),
  ])
  refuseUnless(!credited, 'invoice_credited', m.correctedBy({ reference, creditNote: credited?.reference ?? '' }))
  const issuer = issuers.get(partnerId)
  const mandate = issuer?.mandate
  if (!issuer || !mandate) throw new Refusal('mandate_missing', m.mandateEndedNoInvoice({ reference }))
  const kinds = (['credit_note', 'invoice'] as const).map((kind) => ({ partnerId, kind }))
  const [credit, next] = await numberDocuments(tx, kinds, day)
  if (!credit || !next) throw new Error('two documents were to be numbered')
  const facts = (number: string) => ({ number, day, mandate })
  const renewed = renewInvoice(content, facts(next.numbering.reference), {
    seller: issuer.seller,
    buyer: providerParty(settings, providerName),
  })
  const [missing] = checkInvoice(renewed)
  if (missing) throw new Refusal('platform_status_impossible', m.noNewInvoice({ reference, message: missing.message }))
  const archived: Invoice = { ...buildReversal(content, facts(credit.numbering.reference)), archiveOnly: true }
  const shared = {
    payout: { id: payoutId, partnerId },
    lines: lines.map(({ commission_id, net_cents }) => ({ commissionId: commission_id, netCents: net_cents })),
    mandateId: mandate.id,
  }
  const document = {
    vatCase: original.vat_case,
    vatRate: Number(original.vat_rate),
    netCents: original.net_cents,
    vatCents: original.vat_cents,
  }
  await writeDocuments(context, day, [
    {
      ...shared,
      document: { ...document, kind: 'credit_note', numbering: credit.numbering, corrects: original.id },
      archiveOnly: true,
      content: { kind: 'invoice', content: archived },
    },
    {
      ...shared,
      document: { ...document, kind: 'invoice', numbering: next.numbering, corrects: null },
      content: { kind: 'invoice', content: renewed },
    },
  ])
  return { creditNote: credit.numbering.reference, replacement: next.numbering.reference }
}
