import type { Actor } from '#access/domain/actor.ts'
import { everyone } from '#access/domain/audience.ts'
import { replaceTemplates } from '#contracts/templates/server/replace-commands.ts'
import { asTold } from '#leads/fields/domain/fields.ts'
import { replaceFields } from '#leads/fields/server/commands.ts'
import { replaceOffers, tellOfOffer } from '#leads/offers/server/commands.ts'
import { replaceStages } from '#leads/stages/server/commands.ts'
import { allVersions } from '#money/rules/server/account-queries.ts'
import { writeRuleOfToday } from '#money/rules/server/rule-commands.ts'
import { tellOfRules } from '#money/rules/server/tell-commands.ts'
import { matchTiers } from '#money/tiers/domain/tiers-draft.ts'
import { replaceTiers } from '#money/tiers/server/commands.ts'
import { allTiers, lockTiers } from '#money/tiers/server/queries.ts'
import { tellOfTiers } from '#money/tiers/server/tell-commands.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { TransactionParts } from '#platform/server/portal.ts'
import { isoDay, providerZone } from '#platform/server/provider-calendar.ts'
import { dryRun, type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import type { ProgrammeFile } from '../api/programme-file.ts'
import type { ImportPlan } from '../api/routes.ts'
import { canonical } from '../domain/canonical.ts'
import { changesOf, type ExampleKey, obstaclesOf, type ProgrammeChange, warningsOf } from '../domain/programme-plan.ts'
import { m } from '../messages/messages.ts'
import { readProgramme, readUse, stateOf } from './queries.ts'

interface Import {
  readonly file: ProgrammeFile
  /** One that came with the portal: it is for a portal without leads, and its texts are to be read by a lawyer. */
  readonly example: ExampleKey | null
}

/** What an import would do, and what stands against it. */
export async function planImport(
  context: Pick<TransactionContext, 'tx' | 'now'>,
  { file, example }: Import,
): Promise<ImportPlan> {
  const [now, use] = await Promise.all([readProgramme(context), readUse(context)])
  return {
    state: stateOf(now),
    changes: changesOf(now, file),
    obstacles: obstaclesOf(now, file, use, example !== null),
    warnings: warningsOf(now, file),
  }
}

/** The same, with what the lists of the programme would refuse once it is done: it is tried, and nothing of it stays. */
export async function previewImport(portal: TransactionParts, actor: Actor, source: Import): Promise<ImportPlan> {
  const plan = await withTransaction(portal, actor, (context) => planImport(context, source))
  if (plan.obstacles.length > 0) return plan
  try {
    await dryRun(portal, actor, (context) => importProgramme(context, source, { state: plan.state, confirmed: true }))
    return plan
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'programme_changed_meanwhile') throw error
    const messages = error.fields.length > 0 ? error.fields.map(({ message }) => message) : [error.message]
    return { ...plan, obstacles: [...new Set(messages)] }
  }
}

/** Writes a version of today for each rule that differs, and ends those of offers that the file does not have. */
async function replaceRules(
  context: TransactionContext,
  { rules: before = [] }: ProgrammeFile,
  rules: NonNullable<ProgrammeFile['rules']>,
): Promise<void> {
  for (const { offer, definition } of rules) {
    const old = before.find((rule) => rule.offer === offer)
    if (old && canonical(old.definition) === canonical(definition)) continue
    await writeRuleOfToday(context, { offer, definition })
  }
  for (const { offer } of before) {
    const isKept = offer === null || rules.some((rule) => rule.offer === offer)
    if (!isKept) await writeRuleOfToday(context, { offer, definition: null })
  }
}

/**
 * Makes the file's sections the programme. Refuses `programme_changed_meanwhile` if the programme is no longer in `state`, and
 * `programme_not_importable` with the first sentence about what stands against it, and `rule_pays_more_than_revenue` until a rule
 * that could is confirmed.
 */
export async function importProgramme(
  context: TransactionContext,
  { file, example }: Import,
  { state, confirmed = false }: { readonly state: string; readonly confirmed?: boolean | undefined },
): Promise<readonly ProgrammeChange[]> {
  const { tx } = context
  // The tiers' lock, taken first, lets one import through at a time; each list is locked again where it is written.
  const tiers = await lockTiers(tx)
  const plan = await planImport(context, { file, example })
  if (plan.state !== state) throw new Refusal('programme_changed_meanwhile', m.changedMeanwhile())
  const [obstacle] = plan.obstacles
  refuseUnless(obstacle === undefined, 'programme_not_importable', obstacle ?? '')
  refuseUnless(confirmed || plan.warnings.length === 0, 'rule_pays_more_than_revenue', plan.warnings.join(' '))
  const changes = plan.changes.map(({ section, what, name }): ProgrammeChange => ({ section, what, name }))
  if (changes.length === 0) return []
  const [now, rules] = [await readProgramme(context), await allVersions(tx)]
  if (file.offers) await replaceOffers(context, file.offers)
  if (file.stages) await replaceStages(context, file.stages)
  if (file.fields) await replaceFields(context, file.fields.map(asTold))
  if (file.rules) await replaceRules(context, now, file.rules)
  if (file.tiers) {
    const matched = matchTiers(tiers, file.tiers)
    await replaceTiers(
      context,
      file.tiers.map((tier, place) => ({ ...tier, id: matched[place]?.id })),
    )
  }
  if (file.templates) {
    await replaceTemplates(
      context,
      file.templates.map((template) => ({ ...template, toReview: example !== null })),
    )
  }
  await context.recordEvent({
    name: 'programme.imported',
    subjectId: null,
    audience: everyone,
    after: { example, changes },
  })
  if ((await readUse(context)).leads > 0) await tellOfImport(context, { before: now, rules, tiers })
  return changes
}

interface Replaced {
  readonly before: ProgrammeFile
  readonly rules: Awaited<ReturnType<typeof allVersions>>
  readonly tiers: Awaited<ReturnType<typeof allTiers>>
}

/** Tells partners what an import changes for them. In a portal without leads nobody earns by what was there before. */
async function tellOfImport(context: TransactionContext, { before, rules, tiers }: Replaced): Promise<void> {
  const { tx, now } = context
  const after = await readProgramme(context)
  const archived = (before.offers ?? []).filter(({ key }) => after.offers?.every((offer) => offer.key !== key))
  for (const { key } of archived) await tellOfOffer(context, key)
  await tellOfTiers(context, tiers, await allTiers(tx))
  await tellOfRules(context, rules, isoDay(now, await providerZone(tx)))
}
