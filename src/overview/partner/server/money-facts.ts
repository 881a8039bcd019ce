import { transferReasonText } from '#money/bank-files/domain/bank-reasons.ts'
import type { UnpaidState } from '#money/commissions/domain.ts'
import { unpaidCommissions } from '#money/commissions/server/unpaid-queries.ts'
import { payoutState } from '#money/payouts/domain/payouts.ts'
import { type OpenPayout as OpenPayoutRow, ownOpenPayouts, ownTerms } from '#money/payouts/server/own-queries.ts'
import { vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import { partnerMay } from '#platform/domain/partner-abilities.ts'
import type { Call } from '#platform/server/http/bind.ts'
import { partnerOf } from '#platform/server/transaction.ts'
import type { OpenPayout } from '../domain/obstacles.ts'

/** What is due to the calling partner, what is on its way, and what decides whether it is paid; read at once. */
export async function readMoney(call: Call) {
  const { tx, now, portal } = call
  const partnerId = partnerOf(call).id
  const [own, rows, payouts, blocks] = await Promise.all([
    ownTerms(tx, portal.config, partnerId, now),
    unpaidCommissions(tx, { partnerId }),
    ownOpenPayouts(tx, partnerId),
    vigilanceBlocks(tx, now, [partnerId]),
  ])
  const { minimumCents, invoiceRequired, bank, ...facts } = own
  // Whoever does not read bank and billing details is not told what they lack.
  const seesBank = partnerMay(call.actor, 'bank')
  const undocumented = seesBank ? own.undocumented : null
  const obstacle = !seesBank
    ? null
    : bank.state !== 'complete'
      ? (`bank_${bank.state}` as const)
      : bank.heldUntil
        ? ('bank_recent' as const)
        : null
  const totals = new Map<UnpaidState, { state: UnpaidState; count: number; amountCents: number }>()
  for (const { state, count, cents } of rows) totals.set(state, { state, count, amountCents: cents })
  return {
    terms: {
      minimumCents,
      invoiceRequired,
      undocumented,
      bank: { obstacle, until: obstacle === 'bank_recent' ? bank.heldUntil : null },
      documents: blocks.get(partnerId) ?? [],
    },
    facts,
    payouts: payouts.map((row) => openPayout(row, now)),
    totals: [...totals.values()],
    commissions: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      state: row.state,
      leadId: row.lead_id,
      label: row.company ?? row.description,
      amountCents: row.amount_cents,
      payableBy: row.payable_by,
      heldReason: row.held_reason,
      since: row.since,
    })),
  }
}

const openPayout = (row: OpenPayoutRow, now: Date): OpenPayout => ({
  id: row.id,
  reference: row.reference,
  state: payoutState({ status: row.status, acceptedAt: row.accepted_at, contestUntil: row.contest_until }, now),
  netCents: row.net_cents,
  payableBy: row.payable_by,
  issuedAt: row.issued_at,
  contestUntil: row.contest_until,
  rejectedAt: row.rejected_at,
  rejectReason: transferReasonText({ reason: row.reject_reason, bankReasons: row.bank_reasons }),
  invoice: row.invoice_state,
  isContested: row.contested,
})
