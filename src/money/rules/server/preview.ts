import { setImmediate } from 'node:timers/promises'
import { allTiers } from '#money/tiers/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { RulePreview } from '../api/rules.ts'
import { addMonths } from '../domain/calendar.ts'
import type { RuleDefinition } from '../domain/definition.ts'
import { type RuleReplay, replayRule } from '../domain/rule-replay.ts'
import { ruleWarnings } from '../domain/rule-warnings.ts'
import { bonusesSince, leadsSignedSince } from './queries.ts'

/** How far back, in months, and how many partners are named. */
const months = 12
const maxPartners = 20

async function namesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('profiles').select(['user_id', 'full_name']).where('user_id', 'in', ids).execute()
  return new Map(rows.map(({ user_id, full_name }) => [user_id, full_name]))
}

const difference = ({ nowCents, thenCents }: RuleReplay) => Math.abs(thenCents - nowCents)

/** What the leads of the last months have brought, and would have brought under a rule; nothing is written. */
export async function previewRule(
  { tx, now }: Pick<TransactionContext, 'tx' | 'now'>,
  definition: RuleDefinition,
): Promise<RulePreview> {
  const zone = await providerZone(tx)
  const since = new Date(`${addMonths(now.toISOString().slice(0, 10), -months)}${now.toISOString().slice(10)}`)
  const [tiers, leads, bonuses] = await Promise.all([allTiers(tx), leadsSignedSince(tx, since), bonusesSince(tx, since)])
  const time = { dayOf: (at: Date) => isoDay(at, zone), now }
  const replays: (RuleReplay & { readonly partnerId: string })[] = []
  for (const [partnerId, own] of Map.groupBy(leads, ({ partnerId }) => partnerId)) {
    replays.push({ partnerId, ...replayRule(definition, own, { ...time, bonusCents: bonuses.get(partnerId) ?? 0 }) })
    // Other requests go on between two partners.
    await setImmediate()
  }
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
    warnings: ruleWarnings(definition, Math.max(...tiers.map(({ commissionRate }) => commissionRate))),
    months,
    leads: leads.length,
    nowCents: sum(({ nowCents }) => nowCents),
    thenCents: sum(({ thenCents }) => thenCents),
    fixedCents: sum(({ fixedCents }) => fixedCents),
    bonusCents: sum(({ bonusCents }) => bonusCents),
    partners: named.map((replay) => ({ ...replay, name: names.get(replay.partnerId) ?? '' })),
    others: differing.length - named.length,
  }
}
