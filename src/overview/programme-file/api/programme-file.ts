import * as z from 'zod/mini'
import { templateForm } from '#contracts/templates/api.ts'
import { fieldDraft, fieldKey } from '#leads/fields/api/fields.ts'
import { fieldErrors, hidingError, maxCustomFields } from '#leads/fields/domain/field-draft.ts'
import { asTold } from '#leads/fields/domain/fields.ts'
import { isBuiltIn, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { newOfferForm } from '#leads/offers/api/offers.ts'
import { maxOffers } from '#leads/offers/domain/offer-draft.ts'
import { newStageForm } from '#leads/stages/api/stages.ts'
import { inBoardOrder, maxOpenStages, minOpenStages, stageErrors } from '#leads/stages/domain/stage-draft.ts'
import { isOpenStage, lostStages, wonStage } from '#leads/stages/domain/stages.ts'
import { ruleDefinition } from '#money/rules/api/rule-definition.ts'
import { scopeErrors } from '#money/rules/domain/rule-errors.ts'
import { tierDraft } from '#money/tiers/api/tier-changes.ts'
import { maxTiers, tierErrors } from '#money/tiers/domain/tiers-draft.ts'
import { linesForm, namesForm } from '#platform/api/names.ts'
import { lines, text } from '#platform/api/shapes.ts'
import { keyPattern } from '#platform/domain/keys.ts'
import { m } from '../messages/messages.ts'

const entryOfField = z.extend(fieldDraft, {
  key: fieldKey,
  /** Archived; of a built-in field: hidden. */
  hidden: z.boolean(),
  /** A file of before does not say it: its kind does then. */
  aboutPerson: z.optional(z.boolean()),
})
const entryOfTemplate = z.omit(templateForm, { toReview: true })

/** What the file is called in lists, and what it is for. */
const about = z.strictObject({
  name: text(1, 60, m.noProgramme),
  names: namesForm(60),
  text: lines(0, 500, m.noProgramme),
  texts: linesForm(500),
})

const ofOffer = z.string().check(z.regex(keyPattern))

const sections = {
  /** In the order in which partners choose. */
  offers: z.optional(z.array(newOfferForm).check(z.minLength(1), z.maxLength(maxOffers))),
  /** The board in its order: open stages, `signe`, then `refuse` and perhaps `perdu`. */
  stages: z.optional(z.array(newStageForm).check(z.minLength(minOpenStages + 2), z.maxLength(maxOpenStages + 3))),
  /** Lowest first, none to twelve. */
  tiers: z.optional(z.array(tierDraft).check(z.maxLength(maxTiers))),
  /** What is paid: for every offer (`null`), and for single ones. A partner's own rules are not in it. */
  rules: z.optional(
    z.array(z.strictObject({ offer: z.nullable(ofOffer), definition: ruleDefinition })).check(z.maxLength(maxOffers + 1)),
  ),
  /** Those that every lead has, and custom ones, in their order. */
  fields: z.optional(z.array(entryOfField).check(z.maxLength(maxCustomFields + Object.keys(leadFields).length))),
  /** Texts of contracts, amendments and mandates. */
  templates: z.optional(z.array(entryOfTemplate).check(z.maxLength(50))),
}
const shape = z.strictObject({
  format: z.literal('passerelle-programme', { error: m.noProgramme }),
  version: z.literal(1, { error: m.otherVersion }),
  about: z.optional(about),
  ...sections,
})

type Shape = z.output<typeof shape>
interface Found {
  readonly path: (string | number)[]
  readonly message: string
}

const twice = (keys: readonly string[]) => keys.findIndex((key, index) => keys.indexOf(key) < index)

function keysTwice(section: string, keys: readonly string[]): Found[] {
  const place = twice(keys)
  return place < 0 ? [] : [{ path: [section, place], message: m.keyTwice({ key: keys[place] ?? '' }) }]
}

function errorsOfStages(stages: NonNullable<Shape['stages']>): Found[] {
  const keys = stages.map(({ key }) => key)
  const open = keys.filter(isOpenStage).length
  const isBoard = keys.includes(wonStage) && keys.includes(lostStages[0]) && open >= minOpenStages && open <= maxOpenStages
  if (!isBoard || inBoardOrder(keys).join() !== keys.join()) return [{ path: ['stages'], message: m.noBoard() }]
  return stages.flatMap(({ key, ...draft }, index) =>
    stageErrors(key, draft, stages).map(({ path, message }) => ({ path: ['stages', index, path], message })),
  )
}

function errorsOfFields(fields: NonNullable<Shape['fields']>): Found[] {
  const all = fields.map(({ hidden, ...field }) => ({ ...asTold(field), isOpen: !hidden }))
  return all.flatMap(({ key, isOpen, ...draft }, index) => {
    const isStrange = isBuiltIn(key) ? draft.kind !== leadFields[key].kind : draft.kind === 'offer'
    if (isStrange) return [{ path: ['fields', index, 'kind'], message: m.kindUnfit({ key }) }]
    if (!isOpen && !isBuiltIn(key)) return []
    const hiding = isOpen ? null : hidingError(key, all)
    if (hiding !== null) return [{ path: ['fields', index, 'hidden'], message: hiding }]
    return fieldErrors(key, draft, all).map(({ path, message }) => ({ path: ['fields', index, path], message }))
  })
}

/**
 * What a programme is made of as one file. A section that is left out stays as it is. Its JSON Schema is
 * docs/programme.schema.json.
 */
export const programmeFile = shape.check(({ value, issues }) => {
  const { offers = [], stages = [], tiers = [], rules = [], fields = [], templates = [] } = value
  const found: Found[] = [
    ...keysTwice(
      'offers',
      offers.map(({ key }) => key),
    ),
    ...keysTwice(
      'stages',
      stages.map(({ key }) => key),
    ),
    ...keysTwice(
      'fields',
      fields.map(({ key }) => key),
    ),
    ...keysTwice(
      'templates',
      templates.map(({ kind, name }) => `${kind} ${name}`),
    ),
    ...keysTwice(
      'rules',
      rules.map(({ offer }) => offer ?? 'null'),
    ),
    ...rules.flatMap(({ offer, definition }, index) =>
      scopeErrors(offer, definition).map(({ path, message }) => ({
        path: ['rules', index, 'definition', ...path.split('.')],
        message,
      })),
    ),
    ...(stages.length > 0 ? errorsOfStages(stages) : []),
    ...errorsOfFields(fields),
    ...tierErrors(tiers).map(({ path, message }) => ({ path: path.split('.'), message })),
  ]
  for (const { path, message } of found) issues.push({ code: 'custom', input: value, path, message })
})
export type ProgrammeFile = z.output<typeof programmeFile>
