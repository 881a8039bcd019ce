import { createHash } from 'node:crypto'
import { automaticAmendment, writtenTemplates } from '#contracts/templates/server/queries.ts'
import { draftOf as draftOfField } from '#leads/fields/server/present.ts'
import { readFields } from '#leads/fields/server/queries.ts'
import { isBuiltIn } from '#leads/leads/domain/lead-fields.ts'
import { draftOf as draftOfOffer } from '#leads/offers/server/present.ts'
import { readOffers } from '#leads/offers/server/queries.ts'
import { draftOf as draftOfStage } from '#leads/stages/server/present.ts'
import { onBoard, readStages, readStageTotals } from '#leads/stages/server/queries.ts'
import { programmeRules, rulesByTiers } from '#money/rules/server/rule-queries.ts'
import { allTiers } from '#money/tiers/server/queries.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ProgrammeFile } from '../api/programme-file.ts'
import { canonical } from '../domain/canonical.ts'
import type { ProgrammeUse } from '../domain/programme-plan.ts'

type Reading = Pick<TransactionContext, 'tx' | 'now'>

export async function readProgramme({ tx, now }: Reading): Promise<ProgrammeFile> {
  const [offers, stages, tiers, rules, fields, templates] = await Promise.all([
    readOffers(tx),
    readStages(tx),
    allTiers(tx),
    programmeRules({ tx, now }),
    readFields(tx),
    writtenTemplates(tx),
  ])
  return {
    format: 'passerelle-programme',
    version: 1,
    offers: offers.filter(({ archived_at }) => archived_at === null).map((row) => ({ key: row.key, ...draftOfOffer(row) })),
    stages: onBoard(stages).map((row) => ({ key: row.key, ...draftOfStage(row) })),
    tiers: tiers.map(({ name, names, minRevenueCents, commissionRate }) => ({ name, names, minRevenueCents, commissionRate })),
    rules: rules.current,
    fields: fields
      .filter(({ key, archived_at }) => isBuiltIn(key) || archived_at === null)
      .map((row) => ({ ...draftOfField(row), options: [...row.options], key: row.key, hidden: row.archived_at !== null })),
    templates: templates.map(({ kind, name, names, language, title, body }) => ({ kind, name, names, language, title, body })),
  }
}

/** A fingerprint of the programme, by which an import tells that it has changed since its preview. */
export const stateOf = (programme: ProgrammeFile): string => createHash('sha256').update(canonical(programme)).digest('hex')

/** What depends on the programme. */
export async function readUse({ tx, now }: Reading): Promise<ProgrammeUse> {
  const [totals, stages, rules, byTiers, fields, amendment, templates] = await Promise.all([
    readStageTotals(tx),
    readStages(tx),
    programmeRules({ tx, now }),
    rulesByTiers({ tx, now }),
    readFields(tx),
    automaticAmendment(tx),
    writtenTemplates(tx),
  ])
  return {
    leads: [...totals.values()].reduce((sum, { count }) => sum + count, 0),
    leadsByStage: new Map([...totals].map(([key, { count }]) => [key, count])),
    formerStages: stages.filter(({ archived_at }) => archived_at !== null).map(({ key }) => key),
    usedFields: new Map(fields.filter(({ used_at }) => used_at !== null).map(({ key, kind }) => [key, kind])),
    laterRules: rules.later,
    partnersByTiers: byTiers.flatMap(({ partner }) => partner ?? []),
    automaticAmendment: amendment.on ? (templates.find(({ id }) => id === amendment.templateId)?.name ?? null) : null,
  }
}
