import { sql } from 'kysely'
import { readStanding, type StoredTier } from '#money/tiers/server/queries.ts'
import { requireTier } from '#money/tiers/server/tier-guards.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { RuleAccount } from '../domain/account.ts'
import { chooseRule, isCountedOverAll } from '../domain/choose-rule.ts'
import { isByTier, isSpecified } from '../domain/definition.ts'
import type { FrozenTerms, LeadShare } from '../domain/facts.ts'
import { termsOfDay } from '../domain/sign.ts'
import { awaitsPayments, readAccount, rulesFor, signingsOf } from './account-queries.ts'
import { recordFact } from './line-commands.ts'

export interface LeadToSign {
  readonly id: string
  readonly partnerId: string
  readonly offer: string
  readonly revenueCents: number
}

/** By which rule a lead is signed: the specification's, whose commission the caller makes, or another one. */
export interface RuleOfSignature {
  readonly isSpecified: boolean
  /** Whether a bonus over all offers counts it, or may do so later. */
  readonly isCountedOverAll: boolean
  readonly ruleId: string
  readonly version: number
  readonly day: string
}

/** The rule of a day for a lead, from the versions that could apply. */
export function ruleOn(
  { rules, zone }: Awaited<ReturnType<typeof rulesFor>>,
  { partnerId, offer }: Pick<LeadToSign, 'partnerId' | 'offer'>,
  now: Date,
): RuleOfSignature {
  const day = isoDay(now, zone)
  const { ruleId, version, definition } = chooseRule(rules, { partnerId, offer, day })
  const counted = isCountedOverAll(rules, { partnerId, day })
  return { isSpecified: isSpecified(definition), isCountedOverAll: counted, ruleId, version, day }
}

/**
 * Whether a lead's signature is recorded as a fact: under another rule than the specification's, and under this one where a
 * bonus over all offers counts it. Where commissions wait for the client's payments, these split one commission, of which the
 * facts of a signature have none. Null: a new lead.
 */
export async function isSignedByFacts(tx: Tx, leadId: string | null, rule: RuleOfSignature): Promise<boolean> {
  return !rule.isSpecified || (rule.isCountedOverAll && !(await awaitsPayments(tx, leadId)))
}

/**
 * Signs a lead under other rules than the specification's: each of its partners gets the terms of the day, which stay as they
 * are, and the lines that the signature brings.
 */
export async function signByRules(context: TransactionContext, lead: LeadToSign, shares: readonly LeadShare[]): Promise<void> {
  const { tx, now } = context
  const partnerIds = shares.map(({ partnerId }) => partnerId).toSorted()
  await lockPartners(context, partnerIds)
  const [{ rules, zone }, ...standings] = await Promise.all([
    rulesFor(tx, partnerIds),
    ...shares.map(({ partnerId }) => readStanding(tx, partnerId)),
  ])
  const day = isoDay(now, zone)
  const tiers = standings[0]?.tiers ?? []
  const revenueOf = (partnerId: string) =>
    standings[shares.findIndex((share) => share.partnerId === partnerId)]?.totalRevenueCents ?? 0
  const terms = termsOfDay({ rules, tiers }, { offer: lead.offer, day, shares }, revenueOf)
  for (const { definition, ratePercent } of terms) if (isByTier(definition)) requireTier(ratePercent)
  const parts = shares.map(({ basisPoints }) => basisPoints)
  for (const [place, { partnerId }] of shares.entries()) {
    const own = terms[place]
    if (own) await writeSigning(context, { lead, shares: parts, place, partnerId, own, tiers, day })
  }
}

/** What a lead brings one of its partners from now on. */
export interface SignedShare {
  readonly lead: LeadToSign
  /** The parts of the lead in hundredths of a percent, and which of them is the partner's. */
  readonly shares: readonly number[]
  readonly place: number
  readonly partnerId: string
  readonly own: FrozenTerms
  readonly tiers: readonly StoredTier[]
  readonly day: string
  /** Since when the client has been signed, where the part is taken over. */
  readonly clientSince?: string
}

/** The terms of today for a part of a lead that is taken over. The partner is locked. */
export async function termsForOne(
  { tx, now }: TransactionContext,
  lead: LeadToSign,
  { shares, place, clientSince }: Pick<SignedShare, 'shares' | 'place'> & { readonly clientSince: string },
): Promise<SignedShare> {
  const { partnerId } = lead
  const [{ rules, zone }, { tiers, totalRevenueCents }] = await Promise.all([
    rulesFor(tx, [partnerId]),
    readStanding(tx, partnerId),
  ])
  const day = isoDay(now, zone)
  const all = shares.map((basisPoints, index) => ({ partnerId: index === place ? partnerId : '', basisPoints }))
  const own = termsOfDay({ rules, tiers }, { offer: lead.offer, day, shares: all }, () => totalRevenueCents)[place]
  if (!own) throw new Error(`the lead ${lead.id} has no part ${place}`)
  return { lead, shares, place, partnerId, own, tiers, day, clientSince }
}

/** Writes the terms of a part of a lead and its fact; the partner's account afterwards. */
export async function writeSigning(context: TransactionContext, share: SignedShare): Promise<RuleAccount> {
  const { lead, shares, place, partnerId, own, tiers, day, clientSince } = share
  const { ruleId, version, ratePercent, tierName, fixedCents, leadCapCents } = own
  const tier = tierName === null ? undefined : tiers.find(({ name }) => name === tierName)
  await context.tx
    .insertInto('lead_signings')
    .values({
      lead_id: lead.id,
      partner_id: partnerId,
      rule_id: ruleId,
      rule_version: version,
      signed_on: day,
      revenue_cents: lead.revenueCents,
      share: shares[place] ?? 10_000,
      commission_rate: ratePercent,
      tier_name: tierName ?? '',
      tier_names: JSON.stringify(tier?.names ?? {}),
      fixed_cents: fixedCents,
      lead_cap_cents: leadCapCents,
      client_since: clientSince ?? null,
    })
    .execute()
  const account = await readAccount(context.tx, partnerId, ruleId)
  const body = {
    offer: lead.offer,
    revenueCents: lead.revenueCents,
    shares,
    place,
    version,
    ratePercent,
    tierName,
    fixedCents,
    leadCapCents,
    ...(clientSince !== undefined && { clientSince }),
  }
  await recordFact(context, account, { leadId: lead.id, kind: 'signed', day, body })
  return account
}

/** Facts of a partner are taken one at a time; partners are locked in a fixed order. */
export async function lockPartners({ tx }: TransactionContext, partnerIds: readonly string[]): Promise<void> {
  await sql`select app.lock_partners(${[...partnerIds]}::uuid[])`.execute(tx)
}

/** Takes back the signature of a lead of which nothing counts yet; its pending lines have gone. */
export async function withdrawByRules(
  context: TransactionContext,
  leadId: string,
  removal: 'moved' | 'deleted' | 'handed_over',
): Promise<void> {
  const { tx, now } = context
  const signings = await signingsOf(tx, leadId)
  await lockPartners(
    context,
    signings.map(({ partner_id }) => partner_id),
  )
  for (const { partner_id, rule_id } of signings) {
    const account = await readAccount(tx, partner_id, rule_id)
    const { zone } = await rulesFor(tx, [partner_id])
    await recordFact(context, account, { leadId, kind: 'withdrawn', day: isoDay(now, zone), body: {} }, { removal })
    await tx.deleteFrom('lead_signings').where('lead_id', '=', leadId).where('partner_id', '=', partner_id).execute()
  }
}
