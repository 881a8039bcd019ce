import { type Insertable, sql } from 'kysely'
import { readStanding, type StoredStanding, type StoredTier } from '#money/tiers/server/queries.ts'
import { requireTier } from '#money/tiers/server/tier-guards.ts'
import type { LeadSignings } from '#platform/server/db/schema.generated.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type PublishedVersion, RuleAccount } from '../domain/account.ts'
import { followsAlone } from '../domain/choose-rule.ts'
import { isByTier, isSpecified } from '../domain/definition.ts'
import type { FrozenTerms, LeadShare } from '../domain/facts.ts'
import { termsOfDay } from '../domain/sign.ts'
import { readAccount, readAccountOf, rulesFor, signingsOf } from './account-queries.ts'
import { noteFact, recordFact } from './line-commands.ts'
import type { RemovalReason } from './line-rows.ts'

export interface LeadToSign {
  readonly id: string
  readonly partnerId: string
  readonly offer: string
  readonly revenueCents: number
  /** Why what it brings is held from the beginning. */
  readonly heldReason?: string | null
}

/** What decides about the terms of a signature. */
interface SigningTerms {
  readonly rules: readonly PublishedVersion[]
  readonly zone: string
  /** By partner; those whose tier may matter. */
  readonly standings: ReadonlyMap<string, StoredStanding>
}

async function readTerms({ tx }: TransactionContext, partnerIds: readonly string[]): Promise<SigningTerms> {
  const standingOf = async (partnerId: string) => [partnerId, await readStanding(tx, partnerId)] as const
  const [{ rules, zone }, ...standings] = await Promise.all([rulesFor(tx, partnerIds), ...partnerIds.map(standingOf)])
  return { rules, zone, standings: new Map(standings) }
}

/** Whom a lead is shared with beside its own partner. */
type OtherShares = readonly { readonly partner_id: string; readonly share: number }[]

/** Every partner's part of a lead, in hundredths of a percent: its own partner has what the others leave. */
function sharesOf(partnerId: string, others: OtherShares): LeadShare[] {
  const shares = others.map(({ partner_id, share }) => ({ partnerId: partner_id, basisPoints: share }))
  return [{ partnerId, basisPoints: shares.reduce((rest, { basisPoints }) => rest - basisPoints, 10_000) }, ...shares]
}

/**
 * Signs a lead: each of its partners gets the terms of the day, which stay as they are, and the lines that the signature brings.
 * `others`: whom it is shared with. Refuses `no_tiers` where the rule pays the rate of a tier and there is none.
 */
export async function signFor(context: TransactionContext, lead: LeadToSign, others: Promise<OtherShares>): Promise<void> {
  const [terms, shares] = await Promise.all([readTerms(context, [lead.partnerId]), others])
  await signShares(context, lead, sharesOf(lead.partnerId, shares), terms)
}

/**
 * Signs leads that are new, and so of one partner each, whose terms are read once. To be called before they are added: sums of
 * commissions are locked before those of leads, as in every command, and partners in a fixed order.
 */
export async function newLeadSigner(
  context: TransactionContext,
  partnerIds: readonly string[],
): Promise<(lead: LeadToSign) => Promise<void>> {
  if (partnerIds.length > 0) await sql`select app.lock_commission_stats(${[...partnerIds]}::uuid[])`.execute(context.tx)
  const read = new Map<string, SigningTerms>()
  return async (lead) => {
    const terms = read.get(lead.partnerId) ?? (await readTerms(context, [lead.partnerId]))
    read.set(lead.partnerId, terms)
    await signShares(context, lead, sharesOf(lead.partnerId, []), terms)
  }
}

async function signShares(
  context: TransactionContext,
  lead: LeadToSign,
  shares: readonly LeadShare[],
  known: SigningTerms,
): Promise<void> {
  const { now } = context
  const partnerIds = shares.map(({ partnerId }) => partnerId)
  const of = (terms: SigningTerms) => {
    const { rules, standings, zone } = terms
    const [tiers, day] = [standings.get(lead.partnerId)?.tiers ?? [], isoDay(now, zone)]
    const revenueOf = (partnerId: string) => standings.get(partnerId)?.totalRevenueCents ?? 0
    return { rules, tiers, day, terms: termsOfDay({ rules, tiers }, { offer: lead.offer, day, shares }, revenueOf) }
  }
  let signed = of(known)
  const [first] = signed.terms
  // What others have earned decides nothing then, and nobody has to wait.
  const isAlone =
    shares.length === 1 && first !== undefined && followsAlone(known.rules, { partnerId: lead.partnerId, ruleId: first.ruleId })
  if (!isAlone) {
    await lockPartners(context, partnerIds.toSorted())
    signed = of(await readTerms(context, partnerIds))
  }
  for (const { definition, ratePercent } of signed.terms) if (isByTier(definition)) requireTier(ratePercent)
  const parts = shares.map(({ basisPoints }) => basisPoints)
  for (const [place, { partnerId }] of shares.entries()) {
    const own = signed.terms[place]
    const { rules, tiers, day } = signed
    if (own) await writeSigning(context, { lead, shares: parts, place, partnerId, own, rules, tiers, day })
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
  readonly rules: readonly PublishedVersion[]
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
  return { lead, shares, place, partnerId, own, rules, tiers, day, clientSince }
}

/** Writes the terms of a part of a lead and its fact; the partner's account afterwards. */
export async function writeSigning(context: TransactionContext, share: SignedShare): Promise<RuleAccount> {
  const { lead, shares, place, partnerId, own, rules, tiers, day, clientSince } = share
  const { ruleId, version, ratePercent, tierName, fixedCents, leadCapCents } = own
  const tier = tierName === null ? undefined : tiers.find(({ name }) => name === tierName)
  const inOneLine = shares.length === 1 && isSpecified(own.definition)
  const signing: Insertable<LeadSignings> = {
    lead_id: lead.id,
    partner_id: partnerId,
    rule_id: ruleId,
    rule_version: version,
    in_one_line: inOneLine,
    signed_on: day,
    revenue_cents: lead.revenueCents,
    share: shares[place] ?? 10_000,
    commission_rate: ratePercent,
    tier_name: tierName ?? '',
    tier_names: JSON.stringify(tier?.names ?? {}),
    fixed_cents: fixedCents,
    lead_cap_cents: leadCapCents,
    client_since: clientSince ?? null,
  }
  context.post(context.tx.insertInto('lead_signings').values(signing))
  const versions = rules.filter((rule) => rule.ruleId === ruleId)
  const account = followsAlone(rules, { partnerId, ruleId })
    ? new RuleAccount({ partnerId, ruleId, versions, ofOneLead: true }, [])
    : await readAccount(context.tx, partnerId, ruleId)
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
    ...(inOneLine && { inOneLine }),
    ...(clientSince !== undefined && { clientSince }),
  }
  const note = { heldReason: lead.heldReason ?? null, tier: tier ?? null }
  await recordFact(context, account, { leadId: lead.id, kind: 'signed', day, body }, note)
  return account
}

/** Facts of a partner are taken one at a time; partners are locked in a fixed order. */
export async function lockPartners({ tx }: TransactionContext, partnerIds: readonly string[]): Promise<void> {
  await sql`select app.lock_partners(${[...partnerIds]}::uuid[])`.execute(tx)
}

/** Takes back the signature of a lead of which nothing counts yet; its pending lines have gone. */
export async function withdrawSignature(context: TransactionContext, leadId: string, removal: RemovalReason): Promise<void> {
  const { tx, now } = context
  const signings = await signingsOf(tx, leadId)
  const { rules, zone } = await rulesFor(
    tx,
    signings.map(({ partner_id }) => partner_id),
  )
  const fact = { leadId, kind: 'withdrawn', day: isoDay(now, zone), body: {} } as const
  const others = signings.filter(({ partner_id: partnerId, rule_id: ruleId }) => !followsAlone(rules, { partnerId, ruleId }))
  if (others.length > 0) {
    await lockPartners(
      context,
      others.map(({ partner_id }) => partner_id),
    )
  }
  for (const signing of signings) {
    if (others.includes(signing)) await recordFact(context, await readAccountOf(tx, signing), fact, { removal })
    else noteFact(context, { partnerId: signing.partner_id, ruleId: signing.rule_id }, fact)
  }
  context.post(tx.deleteFrom('lead_signings').where('lead_id', '=', leadId))
}
