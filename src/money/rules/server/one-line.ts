import { ofPartner } from '#access/domain/audience.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { AccountLine, RuleAccount } from '../domain/account.ts'
import { addLine, isExpected, type Row, takeBack, type Writing, type Written } from './line-rows.ts'

/** The lines of a lead in one line, or the one that was added by hand, without what takes something back. */
export function readOfLead({ tx }: TransactionContext, account: RuleAccount, leadId: string): Promise<Row[]> {
  return tx
    .selectFrom('commissions')
    .selectAll()
    .where('partner_id', '=', account.partnerId)
    .where(account.lead(leadId)?.byHand ? 'id' : 'lead_id', '=', leadId)
    .where('kind', '<>', 'clawback')
    .where('reason', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * Writes what a fact about a lead in one line brings: the pending line becomes what is expected now, or goes; payments of the
 * client bring lines of their own, and what counts is taken back.
 */
export async function writeOneLine(writing: Writing, lines: readonly AccountLine[]): Promise<Written[]> {
  const { ofLead, account, fact } = writing
  const pending = ofLead.find(isExpected)
  const isExpecting = account.lead(fact.leadId)?.sources.some(({ ofSignature }) => ofSignature)
  const wanted = lines.findLast(({ line }) => line.ofSignature && line.reverses === null)
  const isOfPending = ({ line }: AccountLine) => line.ofSignature && (line.reverses === null || pending !== undefined)
  const written: Written[] = []
  // A line of nothing goes, too, which brings none that takes it back.
  if (pending && !isExpecting) written.push(expectNothing(writing, pending))
  else if (pending && wanted) written.push(expectOther(writing, pending, wanted))
  else if (wanted) written.push(...(await addLine(writing, { ...wanted, takes: [] })))
  for (const made of lines.filter((line) => !isOfPending(line))) {
    const { line } = made
    const original = ofLead.find((row) => (line.ofSignature ? row.kind !== 'payment' : row.client_payment_id === line.source))
    if (line.reverses === null) written.push(...(await addLine(writing, { ...made, takes: [] })))
    else if (original) written.push(await takeBack(writing, original, made))
  }
  return written
}

const amountsOf = ({ revenue_cents, commission_rate, amount_cents }: Row) => ({
  revenueCents: revenue_cents,
  commissionRate: Number(commission_rate),
  amountCents: amount_cents,
})

/** The pending line becomes another one: as staff correct it, or as a payment or a refund of the client leaves it. */
function expectOther({ context, fact, note }: Writing, row: Row, { line }: AccountLine): Written {
  const { revenueCents, amountCents, reason } = line
  const commissionRate = reason.why === 'rate' ? reason.ratePercent : 0
  const values = { revenue_cents: revenueCents, commission_rate: commissionRate, amount_cents: amountCents }
  context.post(context.tx.updateTable('commissions').set(values).where('id', '=', row.id))
  const about = { subjectId: row.id, audience: ofPartner(row.partner_id), before: amountsOf(row) }
  const after = { revenueCents, commissionRate, amountCents }
  const reference = note.payment?.reference ?? note.refund?.refund ?? ''
  return {
    line: null,
    events: () => [
      fact.kind === 'corrected'
        ? { name: 'commission.corrected', ...about, after }
        : { name: 'commission.remainder_changed', ...about, after: { ...after, reference } },
    ],
  }
}

/** Nothing is expected any more: the pending line goes. */
function expectNothing({ context, note }: Writing, row: Row): Written {
  context.post(context.tx.deleteFrom('commissions').where('id', '=', row.id))
  return {
    line: null,
    events: () => [
      {
        name: 'commission.removed',
        subjectId: row.id,
        audience: ofPartner(row.partner_id),
        before: { leadId: row.lead_id, description: row.description, amountCents: row.amount_cents },
        after: { reason: note.removal ?? 'received' },
      },
    ],
  }
}
