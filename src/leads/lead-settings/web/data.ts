import { queryOptions, useQuery } from '@tanstack/react-query'
import { isFromBeginning } from '#leads/fields/domain/fields.ts'
import { labelOf, leadFieldNames, leadFields } from '#leads/leads/domain/lead-fields.ts'
import type { StageColour } from '#leads/stages/domain/stages.ts'
import { currentLocale } from '#platform/domain/languages.ts'
import { type Cents, formatEuros } from '#platform/domain/money.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { leadSettingsRoutes, type ReadableField, type ReadableOffer, type ReadableStage } from '../api.ts'
import { m } from '../messages/messages.ts'

/** What leads are made of, in the reader's language: read once for all pages, and anew when staff change something of it. */
export const leadSettingsQuery = queryOptions({
  queryKey: ['lead-settings'],
  queryFn: () => call(leadSettingsRoutes.leadSettings, {}),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The offers in their order, by key. */
export type Offers = ReadonlyMap<string, ReadableOffer>

const noOffers: Offers = new Map()
const byKey = ({ offers }: { readonly offers: readonly ReadableOffer[] }): Offers =>
  new Map(offers.map((offer) => [offer.key, offer]))

/** The offers; none before they are read. */
export function useOffers(): Offers {
  return useQuery({ ...leadSettingsQuery, select: byKey }).data ?? noOffers
}

/** What an offer is called; empty before the offers are read. */
export const offerName = (offers: Offers, key: string): string => offers.get(key)?.name ?? ''

/** The `lang` attribute of what shows the name: absent where that is in the page's own language. */
export const offerLanguage = (offers: Offers, key: string) => offers.get(key)?.nameLanguage ?? undefined

/** The filter of a list by offer, those that are archived included: older leads have them. */
export const offerFilter = (offers: Offers) => ({
  name: 'offer',
  label: m.offer(),
  all: m.allOffers(),
  options: [...offers.values()].map(({ key, name }) => ({ value: key, label: name })),
})

/** The fields of a lead in their order, as the reader may know them; those that are archived too. */
export type Fields = readonly ReadableField[]

/** What a portal begins with, which is assumed before the fields are read. */
export const usualFields: Fields = leadFieldNames.map((key) => ({
  key,
  isBuiltIn: true,
  kind: leadFields[key].kind,
  name: labelOf({ key, name: '' }),
  nameLanguage: null,
  help: '',
  options: [],
  required: leadFields[key].required,
  requiredFrom: null,
  mayEdit: true,
  isHiddenFromPartners: false,
  searchable: false,
  onCard: false,
  inList: false,
  isOpen: true,
}))

interface ReadSettings {
  readonly fields: Fields
  readonly offers: readonly ReadableOffer[]
}

/** A built-in field that staff gave no name has its usual label, and offers are the choices of theirs. */
export const fieldsOf = ({ fields, offers }: ReadSettings): Fields =>
  fields.map((field) => ({
    ...field,
    name: labelOf(field),
    options: field.kind === 'offer' ? offers.map(({ key, name }) => ({ key, name })) : field.options,
  }))

/** The fields. */
export function useFields(): Fields {
  return useQuery({ ...leadSettingsQuery, select: fieldsOf }).data ?? usualFields
}

const noFields: Fields = []

const onCards = ({ fields }: { readonly fields: Fields }): Fields => fields.filter(({ onCard, isOpen }) => onCard && isOpen)

/** The custom fields that cards show, two at most. */
export function useCardFields(): Fields {
  return useQuery({ ...leadSettingsQuery, select: onCards }).data ?? noFields
}

const inLists = ({ fields }: { readonly fields: Fields }): Fields => fields.filter(({ inList, isOpen }) => inList && isOpen)

/** The custom fields that lists have a column for. */
export function useListFields(): Fields {
  return useQuery({ ...leadSettingsQuery, select: inLists }).data ?? noFields
}

const lacksAmount = ({ fields }: { readonly fields: Fields }): boolean =>
  fields.some((field) => field.key === 'estimatedAmountCents' && !(field.isOpen && isFromBeginning(field)))

/** Whether a lead may have no amount, which its 0 means then. */
export function useMayLackAmount(): boolean {
  return useQuery({ ...leadSettingsQuery, select: lacksAmount }).data ?? false
}

/** The amount of a lead; empty for one that has none. */
export const amountText = (cents: Cents, mayLack: boolean): string => (mayLack && cents === 0 ? '' : formatEuros(cents))

/** The stages in the board's order, by key; those that are archived too. */
export type Stages = ReadonlyMap<string, ReadableStage>

const noStages: Stages = new Map()
const stagesByKey = ({ stages }: { readonly stages: readonly ReadableStage[] }): Stages =>
  new Map(stages.map((stage) => [stage.key, stage]))

/** The stages; none before they are read. */
export function useStages(): Stages {
  return useQuery({ ...leadSettingsQuery, select: stagesByKey }).data ?? noStages
}

/** What a stage is called; empty before the stages are read. */
export const stageName = (stages: Stages, key: string): string => stages.get(key)?.name ?? ''

/** The `lang` attribute of what shows the name: absent where that is in the page's own language. */
export const stageLanguage = (stages: Stages, key: string) => stages.get(key)?.nameLanguage ?? undefined

/** The hue of a stage, one of the theme's. */
export const stageColour = (stages: Stages, key: string): StageColour => stages.get(key)?.colour ?? 'slate'

/** The stages of the board, in its order. */
export const onBoard = (stages: Stages): ReadableStage[] => [...stages.values()].filter(({ isOnBoard }) => isOnBoard)

/** What several stages are called: 'En cours et Appel', or with 'ou'. */
export const namesOfStages = (
  stages: Stages,
  are: (stage: ReadableStage) => boolean,
  type: Intl.ListFormatType = 'conjunction',
) =>
  new Intl.ListFormat(currentLocale(), { type }).format(
    onBoard(stages)
      .filter(are)
      .map(({ name }) => name),
  )

/** The filter of a list by leads that have not moved for long; none where no stage of the board says how long that is. */
export const staleFilters = (stages: Stages) =>
  onBoard(stages).some(({ staleAfterDays }) => staleAfterDays !== null)
    ? [{ name: 'stale', label: m.movement(), all: m.movedOrNot(), options: [{ value: 'yes', label: m.notMovedForLong() }] }]
    : []

/** Whether the reader may move a lead from one stage into another. */
export function mayMove(stages: Stages, from: string, to: string): boolean {
  const target = stages.get(to)
  return from !== to && stages.get(from)?.mayLeave !== false && target?.isOnBoard === true && target.mayEnter
}

/** What the values of a lead's fields are called. */
export interface LeadWords {
  readonly offers: Offers
  readonly stages: Stages
  readonly fields: Fields
}
