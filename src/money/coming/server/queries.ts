import { partnerMay } from '#access/domain/abilities.ts'
import { partnerOf } from '#access/server/acting.ts'
import { transferReasonText } from '#money/bank-files/domain/bank-reasons.ts'
import type { UnpaidState } from '#money/commissions/domain.ts'
import { payablePool, unpaidCommissions } from '#money/commissions/server/unpaid-queries.ts'
import { payoutState } from '#money/payouts/domain/payouts.ts'
import { type OpenPayout as OpenPayoutRow, ownOpenPayouts, ownTerms } from '#money/payouts/server/own-queries.ts'
import { vigilanceBlocks } from '#money/vigilance/server/queries.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Call } from '#platform/server/http/bind.ts'
import { type Outlook, outlookOf } from '../domain/coming.ts'
import type { OpenPayout } from '../domain/obstacles.ts'

interface ReadingOf {
  readonly tx: Tx
  readonly config: Pick<Config, 'secret'>
  readonly now: Date
  readonly partnerId: string
  readonly seesBank: boolean
}

/** Who asks, in a request or for a file. */
export type Caller = Pick<Call, 'tx' | 'actor' | 'now' | 'portal'>

const ofCaller = (call: Caller): ReadingOf => ({
  tx: call.tx,
  now: call.now,
  config: call.portal.config,
  partnerId: partnerOf(call).id,
  seesBank: partnerMay(call.actor, 'bank'),
})

/** By when amounts of a partner are paid, and the terms behind it; read at once. */
export async function readOutlook(of: ReadingOf) {
  const [{ terms, payouts }, [pool]] = await Promise.all([readTerms(of), payablePool(of.tx, { partnerId: of.partnerId })])
  return { terms, outlook: outlookOf({ poolCents: pool?.cents ?? 0, first: pool?.first ?? null, payouts, terms }) }
}

/**
 * By when the calling partner is paid; null for staff, who read by when it is due, and for what is asked of a partner that was
 * merged into the caller's.
 */
export async function ownOutlook(call: Caller, partnerId?: string): Promise<Outlook | null> {
  const { actor } = call
  if (actor.kind !== 'partner' || (partnerId && partnerId !== actor.partner.id)) return null
  return (await readOutlook(ofCaller(call))).outlook
}

/** What is due to the calling partner, what is on its way, and what decides whether it is paid; read at once. */
export async function readOwnComing(call: Caller) {
  const of = ofCaller(call)
  const [decided, rows] = await Promise.all([readTerms(of), unpaidCommissions(of.tx, { partnerId: of.partnerId })])
  const totals = new Map<UnpaidState, { state: UnpaidState; count: number; amountCents: number }>()
  for (const { state, count, cents } of rows) totals.set(state, { state, count, amountCents: cents })
  return {
    ...decided,
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

async function readTerms({ tx, config, now, partnerId, seesBank }: ReadingOf) {
  const [own, payouts, blocks] = await Promise.all([
    ownTerms(tx, config, partnerId, now),
    ownOpenPayouts(tx, partnerId),
    vigilanceBlocks(tx, now, [partnerId]),
  ])
  const { minimumCents, invoiceRequired, bank, ...facts } = own
  // Whoever does not read bank and billing details is not told what they lack.
  const undocumented = seesBank ? own.undocumented : null
  const obstacle = !seesBank
    ? null
    : bank.state !== 'complete'
      ? (`bank_${bank.state}` as const)
      : bank.heldUntil
        ? ('bank_recent' as const)
        : null
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
