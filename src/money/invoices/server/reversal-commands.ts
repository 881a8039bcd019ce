import { formatEurosExact } from '#platform/domain/money.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { buildReversal } from './invoice-content.ts'
import { writeDocuments } from './issue-commands.ts'
import { readIssuers } from './issuer-queries.ts'
import { numberDocuments } from './numbering-commands.ts'
import { isTransmitted } from './queries.ts'

interface Cancelled {
  readonly id: string
  readonly partner_id: string
  readonly reference: string
}

/**
 * Takes the invoices and credit notes of a cancelled payout back, each by one of the other kind. A receipt ends with its
 * payout. Refuses `mandate_missing` and `invoice_credited`.
 */
export async function reverseDocuments(context: TransactionContext, payout: Cancelled): Promise<void> {
  const { tx, now } = context
  const issued = await tx
    .selectFrom('invoices as i')
    .select(['id', 'kind', 'reference', 'vat_case', 'vat_rate', 'net_cents', 'vat_cents', 'content'])
    .where('payout_id', '=', payout.id)
    // Void documents were reversed before.
    .where(isTransmitted)
    .orderBy('number')
    .execute()
  if (issued.length === 0) return
  const ids = issued.map(({ id }) => id)
  const [lines, issuers, zone] = await Promise.all([
    tx.selectFrom('invoice_lines').selectAll().where('invoice_id', 'in', ids).orderBy('position').execute(),
    readIssuers(tx, payout.partner_id),
    providerZone(tx),
    checkNotCredited(context, payout, ids),
  ])
  const mandate = issuers.get(payout.partner_id)?.mandate
  if (!mandate) throw new Refusal('mandate_missing', m.mandateEndedNoCreditNote({ reference: payout.reference }))
  const day = isoDay(now, zone)
  const toNumber = issued.map((original) => ({
    original,
    partnerId: payout.partner_id,
    kind: original.kind === 'invoice' ? ('credit_note' as const) : ('invoice' as const),
  }))
  const numbered = await numberDocuments(tx, toNumber, day)
  await writeDocuments(
    context,
    day,
    numbered.flatMap(({ original, kind, numbering }) => {
      if (original.content.kind !== 'invoice') return []
      return [
        {
          payout: { id: payout.id, partnerId: payout.partner_id },
          document: {
            kind,
            numbering,
            vatCase: original.vat_case,
            vatRate: Number(original.vat_rate),
            corrects: kind === 'credit_note' ? original.id : null,
            netCents: original.net_cents,
            vatCents: original.vat_cents,
          },
          lines: lines
            .filter(({ invoice_id }) => invoice_id === original.id)
            .map(({ commission_id, net_cents }) => ({ commissionId: commission_id, netCents: net_cents })),
          mandateId: mandate.id,
          content: {
            kind: 'invoice' as const,
            content: buildReversal(original.content.content, { number: numbering.reference, day, mandate }),
          },
        },
      ]
    }),
  )
}

/** Another payout's credit note takes back from an invoice of this one: that payout has to be cancelled first. */
async function checkNotCredited({ tx }: TransactionContext, payout: Cancelled, ids: readonly string[]): Promise<void> {
  const credit = await tx
    .selectFrom('invoices as k')
    .innerJoin('payouts as q', 'q.id', 'k.payout_id')
    .select(['k.reference', 'k.net_cents', 'q.reference as payout'])
    .where('k.corrects_id', 'in', ids)
    .where('q.id', '<>', payout.id)
    .where('q.status', '<>', 'cancelled')
    .executeTakeFirst()
  if (!credit) return
  const { net_cents: netCents, reference: creditNote, payout: other } = credit
  const amount = formatEurosExact(netCents)
  throw new Refusal('invoice_credited', m.creditedElsewhere({ reference: payout.reference, amount, creditNote, payout: other }))
}
