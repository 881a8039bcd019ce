import { type Actor, callerRights, isOwnPartner } from '#access/domain/actor.ts'
import type { Outlook } from '#money/coming/domain/coming.ts'
import { presentPaymentDay } from '#money/coming/server/present.ts'
import { reasonText, ruleMadeText } from '#money/rules/domain/reason-text.ts'
import { nameIn } from '#platform/domain/names.ts'
import type { Commission } from '../api/commissions.ts'
import { commissionAbilities, descriptionText } from '../domain.ts'
import type { ListedCommission } from './queries.ts'

function ruleOf({ offer_name, offer_names, rule_partner_id, rule_version: version, reason, ...row }: ListedCommission) {
  const offer = offer_name === null ? null : { name: offer_name, names: offer_names ?? {} }
  return {
    name: ruleMadeText({ isOwn: rule_partner_id !== null, offer, version }),
    version,
    arithmetic: reason && reasonText(reason, { revenueCents: row.revenue_cents, amountCents: row.amount_cents }),
  }
}

export function presentCommission(row: ListedCommission, actor: Actor, outlook: Outlook | null): Commission {
  const left = {
    revenueCents: row.revenue_cents + (row.reversed_revenue ?? 0),
    amountCents: row.amount_cents + (row.reversed_amount ?? 0),
  }
  const facts = {
    status: row.status,
    kind: row.kind,
    isHeld: row.held_reason !== null,
    awaitsClient: row.awaits_client,
    awaitsAnswer: row.awaits_answer,
    isDisputed: row.disputed,
    isInPayout: row.payout_id !== null,
    isLeft: left.revenueCents > 0 || left.amountCents > 0,
  }
  const isOwn = isOwnPartner(actor, row.partner_id)
  return {
    id: row.id,
    kind: row.kind,
    partner: { id: row.partner_id, name: row.partner_name, deleted: row.partner_deleted_at !== null },
    lead: row.lead_id ? { id: row.lead_id, name: row.lead_name ?? row.client ?? '', company: row.lead_company ?? '' } : null,
    description: descriptionText({
      description: row.description,
      refundReference: row.receipt_reference,
      refundedReference: row.refunded_reference,
    }),
    revenueCents: row.revenue_cents,
    commissionRate: Number(row.commission_rate),
    tierName: nameIn({ name: row.tier_name, names: row.tier_names }),
    // What was added by hand, and what takes it back, no rule has made.
    rule: !row.has_rule || (row.lead_id === null && row.reason === null) ? null : ruleOf(row),
    amountCents: row.amount_cents,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    validatedAt: row.validated_at?.toISOString() ?? null,
    ...presentPaymentDay(row, outlook),
    paidAt: row.paid_at?.toISOString() ?? null,
    paymentReference: row.payment_reference,
    heldReason: row.held_reason,
    disputeState: row.dispute_state,
    reversesId: row.reverses_id,
    clientPayment:
      row.receipt_kind && row.receipt_reference && row.received_on
        ? { kind: row.receipt_kind, reference: row.receipt_reference, receivedOn: row.received_on }
        : null,
    awaitsClient: row.awaits_client,
    expectedCents: row.expected_cents,
    payout: row.payout_id && row.payout_reference ? { id: row.payout_id, reference: row.payout_reference } : null,
    left,
    can: commissionAbilities(facts, {
      ...callerRights(actor, row.partner_id, 'money'),
      isOwn,
      mayAnswer: actor.kind === 'admin' && actor.rights.includes('leads'),
    }),
  }
}
