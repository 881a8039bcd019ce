import { refuseUnless } from '#platform/domain/refusal.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { chooseRule } from '../domain/choose-rule.ts'
import { isSpecified } from '../domain/definition.ts'
import { awaitsPayments, rulesFor } from './account-queries.ts'

interface SharedLead {
  readonly leadId: string
  readonly offer: string
  readonly partnerIds: readonly string[]
}

/**
 * Under the specification's rule the payments of a client split one commission of one partner; a rule by the client's payments
 * splits them among several. Refuses `lead_share_awaits_client` with this reason where a lead would need the former.
 */
export async function checkSharedTerms(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  { leadId, offer, partnerIds }: SharedLead,
  reason: string,
): Promise<void> {
  const [{ rules, zone }, isPaidByClients] = await Promise.all([rulesFor(tx, partnerIds), awaitsPayments(tx, leadId)])
  if (!isPaidByClients) return
  const day = isoDay(now, zone)
  const isByRule = (partnerId: string) => !isSpecified(chooseRule(rules, { partnerId, offer, day }).definition)
  refuseUnless(partnerIds.every(isByRule), 'lead_share_awaits_client', reason)
}
