import { sql } from 'kysely'
import type { Cents } from '#platform/domain/money.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type PublishedVersion, RuleAccount, type StoredFact } from '../domain/account.ts'
import { yearOf } from '../domain/calendar.ts'
import { followsAlone } from '../domain/choose-rule.ts'
import { countsAll, type RuleDefinition, type RuleVersion } from '../domain/definition.ts'

/** The offers that leads can be for, with the smallest deal that each of them says. */
export const dealsOfOffers = (tx: Tx) =>
  tx.selectFrom('offers').select(['key', 'least_cents as leastCents']).where('archived_at', 'is', null).execute()

interface VersionRow {
  readonly time_zone: string
  readonly rule_id: string
  readonly partner_id: string | null
  readonly offer: string | null
  readonly version: number
  readonly valid_from: string
  readonly definition: RuleDefinition | null
  readonly published_at: Date
}

const versionOf = (row: VersionRow): PublishedVersion => ({
  ruleId: row.rule_id,
  version: row.version,
  validFrom: row.valid_from,
  publishedAt: row.published_at,
  partnerId: row.partner_id,
  offer: row.offer,
  definition: row.definition,
})

const rulesOfPartners = keptQuery<{ partnerIds: readonly string[] }, VersionRow>(
  (_, parameter) => sql<VersionRow>`
    select app.time_zone() as time_zone, v.rule_id, r.partner_id, r.offer, v.version, v.valid_from, v.definition, v.published_at
    from commission_rules r join commission_rule_versions v on v.rule_id = r.id
    where r.partner_id is null or r.partner_id = any (${parameter('partnerIds')}::uuid[])`,
)

/** All versions of all rules. */
export async function allVersions(tx: Tx): Promise<RuleVersion[]> {
  const rows = await tx
    .selectFrom('commission_rules as r')
    .innerJoin('commission_rule_versions as v', 'v.rule_id', 'r.id')
    .select(['r.partner_id', 'r.offer', 'v.rule_id', 'v.version', 'v.valid_from', 'v.definition'])
    .execute()
  return rows.map((row) => ({
    ruleId: row.rule_id,
    version: row.version,
    validFrom: row.valid_from,
    partnerId: row.partner_id,
    offer: row.offer,
    definition: row.definition,
  }))
}

/** All versions that could apply to leads of these partners, and the time zone in which days are. */
export async function rulesFor(tx: Tx, partnerIds: readonly string[]): Promise<{ rules: PublishedVersion[]; zone: string }> {
  const rows = await rulesOfPartners(tx, { partnerIds: [...partnerIds] })
  const [first] = rows
  if (!first) throw new Error('there is no commission rule of the programme')
  return { rules: rows.map(versionOf), zone: first.time_zone }
}

interface FactRow {
  readonly seq: number
  readonly partner_id: string
  readonly rule_id: string
  readonly lead_id: string
  readonly kind: StoredFact['kind']
  readonly day: string
  readonly recorded_at: Date
  readonly body: StoredFact['body']
}

const factOf = (row: FactRow): StoredFact => ({
  seq: Number(row.seq),
  ruleId: row.rule_id,
  leadId: row.lead_id,
  kind: row.kind,
  day: row.day,
  recordedAt: row.recorded_at,
  body: row.body,
})

const factsOfHolder = keptQuery<{ partnerId: string; ruleId: string }, FactRow>(
  (db, parameter) =>
    db
      .selectFrom('commission_facts')
      .select(['seq', 'partner_id', 'rule_id', 'lead_id', 'kind', 'day', 'recorded_at', 'body'])
      .where('partner_id', '=', parameter('partnerId'))
      .where(
        sql<boolean>`(rule_id = ${parameter('ruleId')} or exists (
          select from commission_rules r join commission_rule_versions v on v.rule_id = r.id
          where (r.partner_id is null or r.partner_id = ${parameter('partnerId')})
            and v.definition @> '{"bonuses": [{"counts": "all"}]}'))`,
      )
      .orderBy('seq') as never,
)

const factsOfLeads = keptQuery<{ leadIds: readonly string[] }, FactRow>(
  (_, parameter) => sql<FactRow>`
    select seq, partner_id, rule_id, lead_id, kind, day, recorded_at, body from commission_facts
    where lead_id = any (${parameter('leadIds')}::uuid[]) order by seq`,
)

/** What a partner earns under a rule so far; under every rule where a bonus has ever counted all of them. */
export async function readAccount(tx: Tx, partnerId: string, ruleId: string): Promise<RuleAccount> {
  const [{ rules }, facts] = await Promise.all([rulesFor(tx, [partnerId]), factsOfHolder(tx, { partnerId, ruleId })])
  const isOverAll = rules.some(({ definition }) => definition?.bonuses.some(countsAll))
  const versions = isOverAll ? rules : rules.filter((rule) => rule.ruleId === ruleId)
  return new RuleAccount({ partnerId, ruleId, versions }, facts.map(factOf))
}

/** A lead that is signed, for one of its partners. */
export interface LeadSigning {
  readonly lead_id: string
  readonly partner_id: string
  readonly rule_id: string
  readonly rule_version: number
  /** Whether one pending line stands for all that is expected, and payments split it. */
  readonly in_one_line: boolean
  readonly signed_on: string
  /** Since when the client has been signed, where a former partner's part was taken over. */
  readonly client_since: string | null
  /** Payments of later days bring nothing. */
  readonly ended_on: string | null
}

export async function signingsOf(tx: Tx, leadId: string): Promise<LeadSigning[]> {
  return tx
    .selectFrom('lead_signings')
    .select(['lead_id', 'partner_id', 'rule_id', 'rule_version', 'in_one_line', 'signed_on', 'client_since', 'ended_on'])
    .where('lead_id', '=', leadId)
    .orderBy('partner_id')
    .execute()
}

/** Which account: of a lead, where its rule looks at no others, else of all that its partner earns under the rule. */
export type AccountHolder = Pick<LeadSigning, 'lead_id' | 'partner_id' | 'rule_id'>

/** The accounts of leads' partners, each one once, whichever leads share it. */
export async function readAccounts(tx: Tx, holders: readonly AccountHolder[]): Promise<Map<string, RuleAccount[]>> {
  if (holders.length === 0) return new Map()
  const [{ rules }, facts] = await Promise.all([
    rulesFor(tx, [...new Set(holders.map(({ partner_id }) => partner_id))]),
    factsOfLeads(tx, { leadIds: [...new Set(holders.map(({ lead_id }) => lead_id))] }),
  ])
  const ofLead = Map.groupBy(facts, ({ lead_id, partner_id }) => `${lead_id} ${partner_id}`)
  const byHolder = new Map<string, RuleAccount>()
  const byLead = new Map<string, RuleAccount[]>()
  const accountOf = async ({ lead_id, partner_id: partnerId, rule_id: ruleId }: AccountHolder) => {
    if (followsAlone(rules, { partnerId, ruleId })) {
      const versions = rules.filter((rule) => rule.ruleId === ruleId)
      const all = ofLead.get(`${lead_id} ${partnerId}`) ?? []
      // A lead may have been signed before, under another rule too.
      const told = all.slice(all.findLastIndex(({ kind }) => kind === 'signed'))
      return new RuleAccount({ partnerId, ruleId, versions, ofOneLead: true }, told.map(factOf))
    }
    const holder = `${partnerId} ${ruleId}`
    const account = byHolder.get(partnerId) ?? byHolder.get(holder) ?? (await readAccount(tx, partnerId, ruleId))
    // Where a bonus counts over all offers, one account holds every rule of the partner.
    byHolder.set(account.isOverAll ? partnerId : holder, account)
    return account
  }
  for (const holder of holders) byLead.set(holder.lead_id, [...(byLead.get(holder.lead_id) ?? []), await accountOf(holder)])
  return byLead
}

/** The account of one lead's partner. */
export async function readAccountOf(tx: Tx, holder: AccountHolder): Promise<RuleAccount> {
  const [account] = (await readAccounts(tx, [holder])).get(holder.lead_id) ?? []
  if (!account) throw new Error(`the lead ${holder.lead_id} has no account`)
  return account
}

/** Today in the provider's time zone, in which the days of facts are. */
export async function today({ tx, now }: Pick<TransactionContext, 'tx' | 'now'>): Promise<string> {
  return isoDay(now, await providerZone(tx))
}

/** Whether the commission of a lead under the specification's rule waits for the client's payments. */
export async function awaitsPayments(tx: Tx, leadId: string): Promise<boolean> {
  const ofLead = tx.selectFrom('lead_terms').select('commission_basis').where('lead_id', '=', leadId)
  const [programme, terms] = await Promise.all([
    tx.selectFrom('programme_settings').select('commission_basis').executeTakeFirstOrThrow(),
    ofLead.executeTakeFirst(),
  ])
  return (terms?.commission_basis ?? programme.commission_basis) === 'cash'
}

interface PaidInYear {
  readonly partnerId: string
  readonly ruleIds: readonly string[]
  /** A day of the civil year. */
  readonly day: string
}

/** What rules have paid a partner in a civil year, as their caps of the year count it; rules without any are absent. */
export async function paidInYear(tx: Tx, { partnerId, ruleIds, day }: PaidInYear): Promise<ReadonlyMap<string, Cents>> {
  if (ruleIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('commissions')
    .select(['rule_id', sql<Cents>`sum(amount_cents)::bigint`.as('amountCents')])
    .where('partner_id', '=', partnerId)
    .where('rule_id', 'in', ruleIds)
    .where(sql<boolean>`reason ->> 'year' = ${yearOf(day)}`)
    .groupBy('rule_id')
    .execute()
  return new Map(rows.map(({ rule_id, amountCents }) => [rule_id ?? '', amountCents]))
}
