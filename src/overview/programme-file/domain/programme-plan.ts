import { isBuiltIn, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { isOpenStage } from '#leads/stages/domain/stages.ts'
import { isByTier, type RuleDefinition } from '#money/rules/domain/definition.ts'
import { besideRule, leastDeal, ruleWarnings } from '#money/rules/domain/rule-warnings.ts'
import { matchTiers } from '#money/tiers/domain/tiers-draft.ts'
import { isReservedKey } from '#platform/domain/keys.ts'
import { m } from '../messages/messages.ts'
import { canonical } from './canonical.ts'
import { detailsOf } from './change-details.ts'
import type { ProgrammeSection } from './programme-sections.ts'

export const changeKinds = ['added', 'changed', 'archived', 'reordered'] as const

export interface ProgrammeChange {
  readonly section: ProgrammeSection
  readonly what: (typeof changeKinds)[number]
  /** What is changed is called this; empty for the order of a whole section. */
  readonly name: string
}

/** A change as it is told before it happens, with what it is about. */
export interface ToldChange extends ProgrammeChange {
  readonly details: string[]
}

/** The programmes that come with the portal, in the order in which they are offered. */
export const exampleKeys = ['specification', 'software', 'trades', 'insurance', 'consulting', 'accounting'] as const
export type ExampleKey = (typeof exampleKeys)[number]

interface Keyed {
  readonly key: string
  readonly name: string
}

/** A rule for every partner; `offer` null: for every offer. */
interface PlannedRule {
  readonly offer: string | null
  readonly definition: RuleDefinition
}

/** The parts of a file that a plan compares. */
export interface PlannedFile {
  readonly offers?: readonly (Keyed & { readonly leastCents: number | null })[] | undefined
  readonly stages?: readonly Keyed[] | undefined
  readonly tiers?: readonly { readonly name: string; readonly commissionRate: number }[] | undefined
  readonly fields?:
    | readonly (Keyed & { readonly kind: string; readonly hidden: boolean; readonly requiredFrom: string | null })[]
    | undefined
  readonly rules?: readonly PlannedRule[] | undefined
  readonly templates?: readonly { readonly kind: string; readonly name: string }[] | undefined
}

/** What depends on the programme of now. */
export interface ProgrammeUse {
  /** All leads of the portal. */
  readonly leads: number
  readonly leadsByStage: ReadonlyMap<string, number>
  /** Stages that were archived. */
  readonly formerStages: readonly string[]
  /** The kinds of fields that leads have, or had, values of. */
  readonly usedFields: ReadonlyMap<string, string>
  /** Scopes of rules that have a version which is still to come. */
  readonly laterRules: readonly (string | null)[]
  /** Partners whose own terms pay at the rate of the tier. */
  readonly partnersByTiers: readonly string[]
  /** The name of the template that is sent by itself; null without one. */
  readonly automaticAmendment: string | null
}

type Entries = readonly { readonly key: string; readonly name: string; readonly value: unknown }[]

function compare(section: ProgrammeSection, now: Entries, then: Entries): ToldChange[] {
  const before = new Map(now.map((entry) => [entry.key, entry]))
  const kept = now.filter(({ key }) => then.some((entry) => entry.key === key)).map(({ key }) => key)
  const order = then.filter(({ key }) => before.has(key)).map(({ key }) => key)
  return [
    ...then.flatMap(({ key, name, value }): ToldChange[] => {
      const old = before.get(key)
      if (!old) return [{ section, what: 'added', name, details: detailsOf(section, undefined, value) }]
      if (canonical(old.value) === canonical(value)) return []
      return [{ section, what: 'changed', name, details: detailsOf(section, old.value, value) }]
    }),
    ...now
      .filter(({ key }) => !then.some((entry) => entry.key === key))
      .map(({ name, value }): ToldChange => ({ section, what: 'archived', name, details: detailsOf(section, value, undefined) })),
    ...(kept.join() === order.join() ? [] : [{ section, what: 'reordered' as const, name: '', details: [] }]),
  ]
}

const byKey = (list: readonly Keyed[] = []): Entries => list.map((value) => ({ key: value.key, name: value.name, value }))

/** A tier of a file is the one of its name, else the one in its place; their order follows from their thresholds. */
function tierEntries({ tiers: now = [] }: PlannedFile, { tiers: then = [] }: PlannedFile): readonly [Entries, Entries] {
  const matched = matchTiers(now, then)
  const entries = (list: typeof now, keyOf: (place: number) => string): Entries =>
    list.map((value, place) => ({ key: keyOf(place), name: value.name, value }))
  return [entries(now, String), entries(then, (place) => (matched[place] ? String(now.indexOf(matched[place])) : `new ${place}`))]
}

const byName = (list: PlannedFile['templates'] = []): Entries =>
  list.map((value) => ({ key: `${value.kind} ${value.name}`, name: value.name, value }))

/** What a rule is for, by the names of the offers of both programmes. */
function scopeName(offer: string | null, now: PlannedFile, then: PlannedFile): string {
  if (offer === null) return m.everyOffer()
  return [...(then.offers ?? []), ...(now.offers ?? [])].find(({ key }) => key === offer)?.name ?? offer
}

/** The rule of the programme never ends: a file that has none leaves it as it is. */
function ruleEntries(now: PlannedFile, then: PlannedFile): readonly [Entries, Entries] {
  const entries = (rules: readonly PlannedRule[] = []): Entries =>
    rules.map(({ offer, definition }) => ({ key: offer ?? '', name: scopeName(offer, now, then), value: definition }))
  const files = entries(then.rules)
  return [entries(now.rules).filter(({ key }) => key !== '' || files.some((entry) => entry.key === '')), files]
}

/** A built-in field has a name of its own only where staff gave it one. */
const fieldName = ({ key, name }: Keyed): string => name || (isBuiltIn(key) ? leadFields[key].label() : key)

/** A built-in field that a file does not name stays. */
function fieldEntries(now: PlannedFile, then: PlannedFile): readonly [Entries, Entries] {
  const stages = [...(then.stages ?? []), ...(now.stages ?? [])]
  const stageName = (key: string | null) => stages.find((stage) => stage.key === key)?.name ?? key
  const named = (list: PlannedFile['fields'] = []) =>
    list.map((field) => ({ ...field, name: fieldName(field), requiredFrom: stageName(field.requiredFrom) }))
  const files = byKey(named(then.fields))
  const known = byKey(named(now.fields)).filter(({ key }) => !isBuiltIn(key) || files.some((entry) => entry.key === key))
  return [known, files]
}

/** What an import does to the programme of now. A section that the file leaves out stays as it is. */
export function changesOf(now: PlannedFile, file: PlannedFile): ToldChange[] {
  const [fieldsNow, fieldsThen] = fieldEntries(now, file)
  return [
    ...(file.offers ? compare('offers', byKey(now.offers), byKey(file.offers)) : []),
    ...(file.stages ? compare('stages', byKey(now.stages), byKey(file.stages)) : []),
    ...(file.tiers ? compare('tiers', ...tierEntries(now, file)).filter(({ what }) => what !== 'reordered') : []),
    ...(file.rules ? compare('rules', ...ruleEntries(now, file)).filter(({ what }) => what !== 'reordered') : []),
    ...(file.fields ? compare('fields', fieldsNow, fieldsThen) : []),
    ...(file.templates
      ? compare('templates', byName(now.templates), byName(file.templates)).filter(({ what }) => what !== 'reordered')
      : []),
  ]
}

/** New records whose key is reserved. */
function keyObstacles(now: PlannedFile, file: PlannedFile): string[] {
  return (['offers', 'stages', 'fields'] as const).flatMap((section) => {
    const known = (now[section] ?? []).map(({ key }) => key)
    const reserved = (file[section] ?? []).filter(({ key }) => isReservedKey(key) && !known.includes(key))
    return reserved.map(({ key }) => m.keyIsReserved({ key }))
  })
}

function stageObstacles(now: PlannedFile, { stages }: PlannedFile, use: ProgrammeUse): string[] {
  if (!stages) return []
  const inFile = new Set(stages.map(({ key }) => key))
  const left = (now.stages ?? []).filter(({ key }) => !inFile.has(key) && (use.leadsByStage.get(key) ?? 0) > 0)
  const returning = use.leads === 0 ? [] : stages.filter(({ key }) => isOpenStage(key) && use.formerStages.includes(key))
  return [
    ...left.map(({ key, name }) => m.stageHasLeads({ name, count: use.leadsByStage.get(key) ?? 0 })),
    ...returning.map(({ key, name }) => m.stageKept({ key, name })),
  ]
}

function fieldObstacles(now: PlannedFile, file: PlannedFile, use: ProgrammeUse): string[] {
  const stages = (file.stages ?? now.stages ?? []).map(({ key }) => key)
  const fields = file.fields ?? (file.stages ? now.fields : []) ?? []
  return fields.flatMap((field) => {
    const { key, kind, requiredFrom } = field
    const name = fieldName(field)
    const used = use.usedFields.get(key)
    return [
      ...(used !== undefined && used !== kind && !isBuiltIn(key) ? [m.fieldHasValues({ name })] : []),
      ...(requiredFrom !== null && !stages.includes(requiredFrom) ? [m.fieldNeedsStage({ name, stage: requiredFrom })] : []),
    ]
  })
}

/** Rules that would pay at the rate of the tier without tiers. */
function tierObstacles(now: PlannedFile, file: PlannedFile, { partnersByTiers }: ProgrammeUse): string[] {
  if ((file.tiers ?? now.tiers ?? []).length > 0) return []
  const kept = (now.rules ?? []).filter(
    ({ offer }) => !file.rules || (offer === null && !file.rules.some((rule) => rule.offer === null)),
  )
  const names = [...(file.rules ?? []), ...kept]
    .filter(({ definition }) => isByTier(definition))
    .map(({ offer }) => scopeName(offer, now, file))
  const all = [...names, ...partnersByTiers]
  return all.length === 0 ? [] : [m.rulesNeedTiers({ names: all.join(', ') })]
}

function ruleObstacles(now: PlannedFile, file: PlannedFile, { laterRules }: ProgrammeUse): string[] {
  if (!file.rules) return []
  const offers = (file.offers ?? now.offers ?? []).map(({ key }) => key)
  return [
    ...laterRules.map((offer) => m.ruleComesLater({ name: scopeName(offer, now, file) })),
    ...file.rules.flatMap(({ offer }) => (offer === null || offers.includes(offer) ? [] : m.ruleNeedsOffer({ offer }))),
  ]
}

/** Where a rule that the import changes could pay more than the revenue, by the rates of the file's tiers. */
export function warningsOf(now: PlannedFile, file: PlannedFile): string[] {
  const rates = (file.tiers ?? now.tiers ?? []).map(({ commissionRate }) => commissionRate)
  const isNew = ({ offer, definition }: PlannedRule) =>
    !now.rules?.some((rule) => rule.offer === offer && canonical(rule.definition) === canonical(definition))
  const rules = (file.rules ?? []).map((rule) => ({ ...rule, partnerId: null }))
  return rules
    .filter(isNew)
    .flatMap(({ offer, definition }) =>
      ruleWarnings(
        definition,
        Math.max(0, ...rates),
        besideRule(rules, { partnerId: null, offer }),
        leastDeal(file.offers ?? now.offers ?? [], offer),
      ).map(({ message }) => m.ruleWarning({ name: scopeName(offer, now, file), warning: message })),
    )
}

/** Why a file cannot be imported, in sentences. `isExample`: it is for a new portal alone. */
export function obstaclesOf(now: PlannedFile, file: PlannedFile, use: ProgrammeUse, isExample: boolean): string[] {
  const automatic = use.automaticAmendment
  const losesAutomatic =
    automatic !== null && file.templates?.every(({ kind, name }) => kind !== 'amendment' || name !== automatic)
  return [
    ...(isExample && use.leads > 0 ? [m.exampleForNewPortal({ count: use.leads })] : []),
    ...tierObstacles(now, file, use),
    ...keyObstacles(now, file),
    ...ruleObstacles(now, file, use),
    ...stageObstacles(now, file, use),
    ...fieldObstacles(now, file, use),
    ...(losesAutomatic ? [m.templateIsAutomatic({ name: automatic })] : []),
  ]
}
