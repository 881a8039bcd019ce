import { isOpenStage, wonStage } from '#leads/stages/domain/stages.ts'
import type { RuleDefinition } from '#money/rules/domain/definition.ts'
import { ruleSummary } from '#money/rules/domain/rule-summary.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { m } from '../messages/messages.ts'
import { canonical } from './canonical.ts'
import type { ProgrammeSection } from './programme-sections.ts'

/** An entry of a section as it stands in a file. */
type Entry = Readonly<Record<string, unknown>>

type Shown = (value: unknown) => string

const nothing = () => m.valueNamed({ value: 'nothing' })
const named: Shown = (value) => (value === null ? nothing() : m.valueNamed({ value: String(value) }))
const plain: Shown = (value) => (value === null || value === '' ? nothing() : String(value))
const euros: Shown = (value) => (typeof value === 'number' ? formatEurosExact(value) : nothing())
const percent: Shown = (value) => (typeof value === 'number' ? percentText(value) : nothing())
const names: Shown = (value) => {
  const all = Array.isArray(value) ? value.map(({ name }: { name: string }) => name).join(', ') : ''
  return all || nothing()
}

/** What can differ in an entry: by which label it is told, and how its values are. Null: a text that is too long to be shown. */
type Properties = Readonly<Record<string, readonly [label: string, shown: Shown | null]>>

const inLanguages = ['otherLanguages', null] as const
const properties: Readonly<Record<Exclude<ProgrammeSection, 'rules'>, Properties>> = {
  offers: {
    name: ['partnersName', plain],
    staffName: ['staffName', plain],
    description: ['offerText', null],
    suggestedCents: ['suggested', euros],
    leastCents: ['least', euros],
    mostCents: ['most', euros],
    onIntroductions: ['clientsChoose', named],
    names: inLanguages,
    staffNames: inLanguages,
    descriptions: inLanguages,
  },
  stages: {
    name: ['name', plain],
    colour: ['colour', named],
    countsAsCall: ['countsAsCall', named],
    asks: ['asks', named],
    partnerEnters: ['partnerEnters', named],
    partnerLeaves: ['partnerLeaves', named],
    staffEnters: ['staffEnters', named],
    staffLeaves: ['staffLeaves', named],
    staleAfterDays: ['staleAfter', plain],
    names: inLanguages,
  },
  tiers: {
    name: ['name', plain],
    minRevenueCents: ['fromRevenue', euros],
    commissionRate: ['rate', percent],
    names: inLanguages,
  },
  fields: {
    name: ['label', plain],
    kind: ['kind', named],
    help: ['help', null],
    options: ['choices', names],
    required: ['required', named],
    requiredFrom: ['requiredFrom', plain],
    partner: ['partners', named],
    staffEdits: ['staffFillIn', named],
    onIntroductions: ['clientsFillIn', named],
    searchable: ['searchable', named],
    onCard: ['onCard', named],
    inList: ['inList', named],
    aboutPerson: ['aboutPerson', named],
    hidden: ['hidden', named],
    names: inLanguages,
    helps: inLanguages,
  },
  templates: { title: ['title', plain], language: ['language', plain], body: ['contractText', null], names: inLanguages },
}

const isSame = (one: unknown, other: unknown): boolean => canonical(one ?? null) === canonical(other ?? null)

/** 'Suggested amount: 500,00 € → 700,00 €', for each property that differs. */
function differences(of: Properties, before: Entry, after: Entry): string[] {
  const told = Object.entries(of).flatMap(([key, [property, shown]]) => {
    if (isSame(before[key], after[key])) return []
    const label = m.propertyNamed({ property })
    return shown ? m.changedFromTo({ label, before: shown(before[key]), after: shown(after[key]) }) : m.changedText({ label })
  })
  // Several languages are one sentence.
  return [...new Set(told)]
}

/** What a rule paid and will pay, without the parts that stay. */
function ruleDifference(before: RuleDefinition, after: RuleDefinition): string[] {
  const [then, now] = [ruleSummary(before), ruleSummary(after)]
  const gone = then.filter((part) => !now.includes(part)).join('; ')
  const come = now.filter((part) => !then.includes(part)).join('; ')
  if (!gone) return [m.paysAlso({ parts: come })]
  return [come ? m.paysInstead({ gone, come }) : m.paysNoLonger({ parts: gone })]
}

const kindOf = (key: unknown): string => {
  if (key === wonStage) return m.valueNamed({ value: 'won' })
  return m.valueNamed({ value: isOpenStage(String(key)) ? 'open' : 'lost' })
}

/** What is worth knowing of an entry that is added, and of a stage in any case. */
function about(section: ProgrammeSection, entry: Entry): string[] {
  switch (section) {
    case 'stages':
      return [kindOf(entry.key)]
    case 'tiers':
      return [percent(entry.commissionRate), m.fromAmount({ amount: euros(entry.minRevenueCents) })]
    case 'fields':
      return [named(entry.kind)]
    default:
      return []
  }
}

/** What an entry is, and what will differ in it. `before` is left out of what is added, `after` of what is archived. */
export function detailsOf(section: ProgrammeSection, before: unknown, after: unknown): string[] {
  if (section === 'rules') {
    if (after === undefined) return []
    return before === undefined
      ? ruleSummary(after as RuleDefinition)
      : ruleDifference(before as RuleDefinition, after as RuleDefinition)
  }
  const [old, entry] = [before as Entry | undefined, after as Entry | undefined]
  if (!old || !entry) return section === 'stages' || entry ? about(section, entry ?? old ?? {}) : []
  const kind = section === 'stages' ? about(section, entry) : []
  return [...kind, ...differences(properties[section], old, entry)]
}
