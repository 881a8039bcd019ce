import { setImmediate } from 'node:timers/promises'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { RulePreview } from '../api/rules.ts'
import { addMonths } from '../domain/calendar.ts'
import { rulesInForce } from '../domain/choose-rule.ts'
import { everybody, type Replayed, type RuleReplay, replayRule } from '../domain/rule-replay.ts'
import { besideRule, leastDeal, ruleWarnings } from '../domain/rule-warnings.ts'
import { dealsOfOffers, rulesFor } from './account-queries.ts'
import { bonusesSince, leadsSignedSince } from './queries.ts'

/** How far back, in months, and how many partners are named. */
const months = 12
const maxPartners = 20

async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom(partnerContacts.as('p'))
    .select(['partner_id', 'full_name'])
    .where('partner_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ partner_id, full_name }) => [partner_id, full_name]))
}

const difference = ({ nowCents, thenCents }: RuleReplay) => Math.abs(thenCents - nowCents)

/** What a rule is compared for: all leads where nothing is said, else those that a rule of this scope applies to. */
type Compared = Pick<Replayed, 'definition'> & Partial<Record<'partnerId' | 'offer', string | null | undefined>>

/**
 * What the leads of the last months have brought, and would have brought under a rule; nothing is written. Of a scope, the
 * bonuses of its own rule are compared, and other leads have the rules of today.
 */
export async function previewRule(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  { definition, partnerId, offer }: Compared,
): Promise<RulePreview> {
  const zone = await providerZone(tx)
  const since = new Date(`${addMonths(now.toISOString().slice(0, 10), -months)}${now.toISOString().slice(10)}`)
  const scope = partnerId === undefined && offer === undefined ? null : { partnerId: partnerId ?? null, offer: offer ?? null }
  const [tiers, offers, leads, bonuses] = await Promise.all([
    allTiers(tx),
    dealsOfOffers(tx),
    leadsSignedSince(tx, since),
    bonusesSince(tx, since, scope),
  ])
  const partnerIds = [...new Set([...leads.map((lead) => lead.partnerId), ...(partnerId ? [partnerId] : [])])]
  const rules = rulesInForce((await rulesFor(tx, partnerIds)).rules, isoDay(now, zone))
  const replayed: Replayed = { definition, scope: scope ?? everybody, others: scope ? rules : [] }
  const time = { dayOf: (at: Date) => isoDay(at, zone), now }
  const replays: (RuleReplay & { readonly partnerId: string })[] = []
  for (const [id, own] of Map.groupBy(leads, (lead) => lead.partnerId)) {
    replays.push({ partnerId: id, ...replayRule(replayed, own, { ...time, bonusCents: bonuses.get(id) ?? 0 }) })
    // Other requests go on between two partners.
    await setImmediate()
  }
  return presentReplays(tx, replays, {
    warnings: ruleWarnings(
      definition,
      Math.max(0, ...tiers.map(({ commissionRate }) => commissionRate)),
      besideRule(scope ? rules : [], replayed.scope),
      leastDeal(offers, offer ?? null),
    ),
  })
}

async function presentReplays(
  tx: Tx,
  replays: readonly (RuleReplay & { readonly partnerId: string })[],
  { warnings }: Pick<RulePreview, 'warnings'>,
): Promise<RulePreview> {
  const sum = (of: (replay: RuleReplay) => number) => replays.reduce((total, replay) => total + of(replay), 0)
  const differing = replays
    .filter((replay) => difference(replay) > 0)
    .sort((one, other) => difference(other) - difference(one) || one.partnerId.localeCompare(other.partnerId))
  const named = differing.slice(0, maxPartners)
  const names = await namesOf(
    tx,
    named.map(({ partnerId }) => partnerId),
  )
  return {
    warnings,
    months,
    leads: sum(({ leads }) => leads),
    nowCents: sum(({ nowCents }) => nowCents),
    thenCents: sum(({ thenCents }) => thenCents),
    fixedCents: sum(({ fixedCents }) => fixedCents),
    bonusCents: sum(({ bonusCents }) => bonusCents),
    partners: named.map(({ leads: _, ...replay }) => ({ ...replay, name: names.get(replay.partnerId) ?? '' })),
    others: differing.length - named.length,
  }
}
