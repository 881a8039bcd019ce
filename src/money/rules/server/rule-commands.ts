import { isOwnPartner } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { allTiers, lockTerms } from '#money/tiers/server/queries.ts'
import { dayText } from '#platform/domain/day-text.ts'
import { fieldRefusal, Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { VersionForm } from '../api/rules.ts'
import { rulesInForce } from '../domain/choose-rule.ts'
import { isByTier } from '../domain/definition.ts'
import { besideRule, leastDeal, ruleWarnings } from '../domain/rule-warnings.ts'
import { m } from '../messages/messages.ts'
import { allVersions, dealsOfOffers } from './account-queries.ts'
import { tellOfRules } from './tell-commands.ts'

type Scope = Pick<VersionForm, 'partnerId' | 'offer'>

async function lockScope({ tx }: TransactionContext, { partnerId, offer }: Scope) {
  await lockTerms(tx)
  return tx
    .selectFrom('commission_rules as r')
    .leftJoin('commission_rule_versions as v', 'v.rule_id', 'r.id')
    .select(['r.id', 'v.version', 'v.valid_from', 'v.definition'])
    .where('r.partner_id', 'is not distinct from', partnerId)
    .where('r.offer', 'is not distinct from', offer)
    .orderBy('v.version', 'desc')
    .executeTakeFirst()
}

/** Refuses `own_commission`: nobody decides by which rule they earn themselves. */
function checkNotOwnRule({ actor }: TransactionContext, partnerId: string | null): void {
  refuseUnless(partnerId === null || !isOwnPartner(actor, partnerId), 'own_commission', m.ownLead())
}

async function checkScope(context: TransactionContext, { partnerId, offer }: Scope): Promise<void> {
  checkNotOwnRule(context, partnerId)
  if (partnerId !== null) await requirePartner(context, partnerId)
  if (offer === null) return
  const found = await context.tx.selectFrom('offers').select('key').where('key', '=', offer).executeTakeFirst()
  refuseFieldUnless(found, 'offer', m.noSuchOffer())
}

/**
 * Refuses a rule at the rate of the tier where there are no tiers; and `rule_pays_more_than_revenue`, with the sentences beside
 * their fields, until whoever publishes it has confirmed it.
 */
async function checkPay({ tx }: TransactionContext, form: VersionForm): Promise<void> {
  const { definition, validFrom, confirmed } = form
  if (definition === null) return
  const [tiers, rules, offers] = await Promise.all([allTiers(tx), allVersions(tx), dealsOfOffers(tx)])
  if (isByTier(definition) && tiers.length === 0) throw fieldRefusal('definition.rate', m.noTiersToPayBy())
  if (confirmed) return
  const highest = Math.max(0, ...tiers.map(({ commissionRate }) => commissionRate))
  const beside = besideRule(rulesInForce(rules, validFrom), form)
  const warnings = ruleWarnings(definition, highest, beside, leastDeal(offers, form.offer))
  if (warnings.length === 0) return
  const fields = warnings.map(({ path, message }) => ({ path: `definition.${path}`, message }))
  throw new Refusal('rule_pays_more_than_revenue', m.confirmMore(), { fields })
}

async function insertVersion(
  context: TransactionContext,
  latest: { readonly id: string; readonly version: number | null } | undefined,
  { partnerId, offer, validFrom, definition }: Pick<VersionForm, 'partnerId' | 'offer' | 'validFrom' | 'definition'>,
) {
  const { tx, now } = context
  const ruleId = latest?.id ?? newId()
  if (!latest) {
    await tx.insertInto('commission_rules').values({ id: ruleId, partner_id: partnerId, offer, created_at: now }).execute()
  }
  const version = (latest?.version ?? 0) + 1
  await tx
    .insertInto('commission_rule_versions')
    .values({
      rule_id: ruleId,
      version,
      valid_from: validFrom,
      definition: definition && JSON.stringify(definition),
      published_by: personOf(context).userId,
      published_at: now,
    })
    .execute()
  return { ruleId, version }
}

/**
 * Writes a version of the rule for every partner that begins today; null ends the rule of an offer. It records nothing: the
 * import of a programme does, which has told what it pays.
 */
export async function writeRuleOfToday(
  context: TransactionContext,
  { offer, definition }: Pick<VersionForm, 'offer' | 'definition'>,
): Promise<void> {
  const scope = { partnerId: null, offer }
  const latest = await lockScope(context, scope)
  const validFrom = isoDay(context.now, await providerZone(context.tx))
  await insertVersion(context, latest, { ...scope, validFrom, definition })
}

/**
 * Publishes a version of the rule of a scope: leads that are signed from its first day on have it, and those whom it pays are
 * told. Refuses `commission_rules_changed_meanwhile`, `rule_pays_more_than_revenue`, `partner_not_active`, `own_commission`, and
 * `invalid_input` for a first day that is past or before the version before, and for an end of what does not end.
 */
export async function publishRule(context: TransactionContext, form: VersionForm): Promise<void> {
  const { tx, now } = context
  const { partnerId, offer, validFrom, definition, after } = form
  await checkScope(context, form)
  const latest = await lockScope(context, form)
  const latestVersion = latest?.version ?? 0
  refuseUnless(latestVersion === after, 'commission_rules_changed_meanwhile', m.rulesChangedMeanwhile())
  const today = isoDay(now, await providerZone(tx))
  refuseFieldUnless(validFrom >= today, 'validFrom', m.firstDayPast())
  const before = latest?.valid_from ?? validFrom
  refuseFieldUnless(validFrom >= before, 'validFrom', m.firstDayBefore({ day: dayText(before) }))
  if (definition === null) {
    if (partnerId === null && offer === null) throw fieldRefusal('definition', m.programmeNeverEnds())
    if (!latest?.definition) throw fieldRefusal('definition', m.nothingToEnd())
  }
  await checkPay(context, form)
  const versions = await allVersions(tx)
  const { ruleId, version } = await insertVersion(context, latest, form)
  await context.recordEvent({
    name: 'commission_rule.published',
    subjectId: null,
    audience: staff,
    after: { ruleId, version, partnerId, offer, validFrom, definition },
  })
  await tellOfRules(context, versions, validFrom)
}

/**
 * Withdraws a version that has not begun, and tells those who were told of it. Refuses `not_found`, `own_commission` and
 * `rule_version_in_force`.
 */
export async function withdrawRule(context: TransactionContext, ruleId: string, version: number): Promise<void> {
  const { tx, now } = context
  await lockTerms(tx)
  const versions = await tx
    .selectFrom('commission_rules as r')
    .innerJoin('commission_rule_versions as v', 'v.rule_id', 'r.id')
    .select(['r.partner_id', 'r.offer', 'v.version', 'v.valid_from', 'v.definition'])
    .where('r.id', '=', ruleId)
    .orderBy('v.version', 'desc')
    .execute()
  const row = versions.find((each) => each.version === version)
  if (!row) throw new Refusal('not_found', m.noSuchRule())
  checkNotOwnRule(context, row.partner_id)
  const isLast = versions[0] === row
  const today = isoDay(now, await providerZone(tx))
  refuseUnless(row.valid_from > today && isLast, 'rule_version_in_force', m.versionInForce())
  const before = await allVersions(tx)
  const gone = await tx
    .deleteFrom('commission_rule_versions')
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  // By the clock of the database its day may have begun: then the policy keeps it.
  refuseUnless(gone.numDeletedRows > 0n, 'rule_version_in_force', m.versionInForce())
  const { partner_id: partnerId, offer, valid_from: validFrom, definition } = row
  await context.recordEvent({
    name: 'commission_rule.withdrawn',
    subjectId: null,
    audience: staff,
    before: { ruleId, version, partnerId, offer, validFrom, definition },
  })
  await tellOfRules(context, before, validFrom, { isWithdrawn: true })
}
