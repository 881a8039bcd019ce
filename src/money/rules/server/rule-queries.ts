import { sql } from 'kysely'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { ListedRule, ListedVersion, RuleList } from '../api/rules.ts'
import { isByTier } from '../domain/definition.ts'
import { m } from '../messages/messages.ts'

type Row = Awaited<ReturnType<typeof readVersions>>[number]

function readVersions(tx: Tx, partnerId: string | undefined) {
  let query = tx
    .selectFrom('commission_rules as r')
    .innerJoin('commission_rule_versions as v', 'v.rule_id', 'r.id')
    .leftJoin(partnerContacts.as('p'), 'p.partner_id', 'r.partner_id')
    .leftJoin('offers as o', 'o.key', 'r.offer')
    .leftJoin('profiles as b', 'b.user_id', 'v.published_by')
    .select(['r.id', 'r.partner_id', 'r.offer', 'p.full_name as partner_name', 'p.partner_deleted_at', 'o.staff_name'])
    .select(['v.version', 'v.valid_from', 'v.definition', 'v.published_at', 'b.full_name as published_by'])
    .orderBy(sql`r.partner_id is not null`)
    .orderBy('p.full_name')
    .orderBy(sql`r.offer is not null`)
    .orderBy('o.place')
    .orderBy('v.version', 'desc')
  if (partnerId) query = query.where('r.partner_id', '=', partnerId)
  return query.execute()
}

/** Which of a rule's versions applies on a day: the one that began last. */
function stateOf(versions: readonly Row[], row: Row, today: string): ListedVersion['state'] {
  if (row.valid_from > today) return 'future'
  const begun = versions.filter(({ valid_from }) => valid_from <= today)
  const current = begun.toSorted((one, other) => other.valid_from.localeCompare(one.valid_from) || other.version - one.version)[0]
  return current === row ? 'current' : 'past'
}

function presentRule(rows: readonly Row[], today: string): ListedRule[] {
  const [first] = rows
  if (!first) return []
  return [
    {
      id: first.id,
      partner: first.partner_id && {
        id: first.partner_id,
        name: first.partner_name ?? '',
        deleted: first.partner_deleted_at !== null,
      },
      offer: first.offer === null ? null : { key: first.offer, name: first.staff_name ?? first.offer },
      versions: rows.map((row) => ({
        version: row.version,
        validFrom: row.valid_from,
        definition: row.definition,
        publishedBy: row.published_by,
        publishedAt: row.published_at.toISOString(),
        state: stateOf(rows, row, today),
      })),
    } as ListedRule,
  ]
}

/**
 * What rules are for that pay at the rate of the tier, today or by a version that is to come: they need tiers. Those of deleted
 * partners do not.
 */
export async function rulesByTiers(context: {
  readonly tx: Tx
  readonly now: Date
}): Promise<{ readonly name: string; readonly partner: string | null }[]> {
  const isByTiers = ({ state, definition }: ListedVersion) => state !== 'past' && isByTier(definition)
  const rules = (await listRules(context)).rules.filter(({ versions, partner }) => !partner?.deleted && versions.some(isByTiers))
  return rules.map(({ partner, offer }) => ({
    name: [partner?.name, offer?.name].filter(Boolean).join(' · ') || m.ofProgramme(),
    partner: partner?.name ?? null,
  }))
}

/** The rules for every partner that apply today, the programme's first, and the scopes of those that have a later version. */
export async function programmeRules(context: { readonly tx: Tx; readonly now: Date }) {
  const rules = (await listRules(context)).rules.filter(({ partner }) => partner === null)
  const scopeOf = ({ offer }: ListedRule) => offer?.key ?? null
  return {
    current: rules.flatMap((rule) => {
      const definition = rule.versions.find(({ state }) => state === 'current')?.definition
      return definition ? [{ offer: scopeOf(rule), definition }] : []
    }),
    later: rules.filter(({ versions }) => versions.some(({ state }) => state === 'future')).map(scopeOf),
  }
}

/** All rules with their versions, the programme's first; of one partner, or all. */
export async function listRules({ tx, now }: { readonly tx: Tx; readonly now: Date }, partnerId?: string): Promise<RuleList> {
  const [rows, zone] = await Promise.all([readVersions(tx, partnerId), providerZone(tx)])
  const today = isoDay(now, zone)
  return { rules: [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((of) => presentRule(of, today)), today }
}
