import { texts, type WrittenLanguage, writtenLanguages } from '#platform/domain/languages.ts'
import { basisPoints, type Cents } from '#platform/domain/money.ts'
import { type Names, sameNames } from '#platform/domain/names.ts'
import type { FieldError } from '#platform/domain/refusal.ts'
import { amountError, amountMessages } from '#platform/domain/typed-amounts.ts'
import { m } from '../messages/messages.ts'
import { currentTier, type TierRange } from './tiers.ts'

/** A tier being edited. Its end is not an input: each tier ends where the next begins. */
export interface TierDraft {
  readonly name: string
  /** Absent: as they are. */
  readonly names?: Names | undefined
  readonly minRevenueCents: Cents
  readonly commissionRate: number
}

export const tierNameMax = 50
export const maxTiers = 12
/** A list that is saved has those that are archived, too. */
export const maxListedTiers = 100

/** A message beside a field of the tiers' form. */
export const tierMessages = texts({
  name: m.tierNameMissing,
  nameLong: () => m.atMostCharacters({ max: tierNameMax }),
  nameTwice: m.tierNameTwice,
  firstThreshold: m.firstThreshold,
  ascending: m.thresholdNotAscending,
  rate: m.rateOutOfRange,
  rateDecimals: m.rateDecimals,
})

export const thresholdMessages = amountMessages(m.theThreshold)

const plain = (name: string) => name.trim().toLocaleLowerCase('fr')

function nameError(drafts: readonly TierDraft[], index: number): string | null {
  const name = plain(drafts[index]?.name ?? '')
  if (name === '') return tierMessages.name
  if ((drafts[index]?.name ?? '').trim().length > tierNameMax) return tierMessages.nameLong
  return drafts.findIndex((other) => plain(other.name) === name) < index ? tierMessages.nameTwice : null
}

/** In each language, tiers have different names, whether written in it or not. */
function otherNameError(drafts: readonly TierDraft[], index: number, language: WrittenLanguage): string | null {
  const own = drafts[index]?.names?.[language]
  if (!own) return null
  if (own.trim().length > tierNameMax) return tierMessages.nameLong
  const isTaken = drafts.some(({ name, names }, place) => {
    const theirs = names?.[language]
    return place !== index && (place < index || !theirs) && plain(theirs || name) === plain(own)
  })
  return isTaken ? tierMessages.nameTwice : null
}

function thresholdError(drafts: readonly TierDraft[], index: number): string | null {
  const min = drafts[index]?.minRevenueCents ?? Number.NaN
  const error = amountError(min, thresholdMessages)
  if (error) return error
  if (index === 0) return min === 0 ? null : tierMessages.firstThreshold
  return min > (drafts[index - 1]?.minRevenueCents ?? 0) ? null : tierMessages.ascending
}

function rateError({ commissionRate: rate }: TierDraft): string | null {
  if (!(rate >= 0 && rate <= 100)) return tierMessages.rate
  return Math.abs(basisPoints(rate) - rate * 100) < 1e-6 ? null : tierMessages.rateDecimals
}

/** Validation errors of tiers sorted from the lowest, at most one per field, with request paths (`tiers.2.name`). */
export function tierErrors(drafts: readonly TierDraft[]): FieldError[] {
  return drafts.flatMap((draft, index) => {
    const errors = [
      ['name', nameError(drafts, index)],
      ...writtenLanguages.map((each) => [`names.${each}`, otherNameError(drafts, index, each)] as const),
      ['minRevenueCents', thresholdError(drafts, index)],
      ['commissionRate', rateError(draft)],
    ] as const
    return errors.flatMap(([field, message]) => (message ? [{ path: `tiers.${index}.${field}`, message }] : []))
  })
}

/** The same of a list with archived tiers among them, whose places count. */
export function listErrors(tiers: readonly (TierDraft & { readonly archivedAt: string | null })[]): FieldError[] {
  const open = tiers.flatMap((tier, place) => (tier.archivedAt === null ? [{ ...tier, place }] : []))
  return tierErrors(open).map(({ path, message }) => ({
    path: path.replace(/(?<=^tiers\.)\d+/, (index) => String(open[Number(index)]?.place)),
    message,
  }))
}

/** Indexes of tiers with a lower rate than the previous one. Allowed, but rarely intended. */
export function fallingRates(rates: readonly number[]): number[] {
  return rates.flatMap((rate, index) => (rate < (rates[index - 1] ?? 0) ? [index] : []))
}

/** Derives each tier's end from the next tier's start; the last is unbounded. */
export function withRanges<T extends TierDraft>(drafts: readonly T[]): (T & TierRange)[] {
  return drafts.map((draft, index) => ({ ...draft, maxRevenueCents: drafts[index + 1]?.minRevenueCents ?? null }))
}

export function sameTier(one: TierDraft, other: TierDraft | undefined): boolean {
  return (
    other !== undefined &&
    one.name === other.name &&
    (one.names === undefined || other.names === undefined || sameNames(one.names, other.names)) &&
    one.minRevenueCents === other.minRevenueCents &&
    basisPoints(one.commissionRate) === basisPoints(other.commissionRate)
  )
}

/** A tier by which one may know what became of it; one that is added has no id. */
export interface ListedTier extends TierRange {
  readonly id?: string | undefined
}

/** Null where there are no tiers. */
export interface TierMove<P> {
  readonly partner: P
  readonly from: ListedTier | null
  readonly to: ListedTier | null
}

/** Whether a partner goes up: to a higher threshold, of two that are the same to the higher rate. */
export const isUp = ({ from, to }: TierMove<unknown>): boolean => {
  if (!from || !to) return to !== null
  const difference = to.minRevenueCents - from.minRevenueCents
  return difference === 0 ? to.commissionRate >= from.commissionRate : difference > 0
}

/** Partners who have another tier when `after` replaces `before`. */
export function tierMoves<P extends { readonly revenueCents: Cents }>(
  before: readonly ListedTier[],
  after: readonly ListedTier[],
  partners: readonly P[],
): TierMove<P>[] {
  return partners.flatMap((partner) => {
    const [from, to] = [before, after].map((tiers) => currentTier(tiers, partner.revenueCents)) as [
      ListedTier | null,
      ListedTier | null,
    ]
    const isSame = from === to || (from?.id !== undefined && from.id === to?.id)
    return isSame ? [] : [{ partner, from, to }]
  })
}

/**
 * Which tier each entry of a list stands for that names none by id, as a programme's file: the one of its name, else the one in
 * its place if nobody else is it. Undefined: a new one.
 */
export function matchTiers<T extends Pick<TierDraft, 'name'>>(
  before: readonly T[],
  after: readonly Pick<TierDraft, 'name'>[],
): (T | undefined)[] {
  const ofName = after.map(({ name }) => before.find((tier) => plain(tier.name) === plain(name)))
  return ofName.map((found, place) => {
    const inPlace = before[place]
    return found ?? (inPlace && !ofName.includes(inPlace) ? inPlace : undefined)
  })
}

/** Whether tiers pay the same from the same revenue on, whatever they are called. */
export function payTheSame(one: readonly TierDraft[], other: readonly TierDraft[]): boolean {
  const terms = (tiers: readonly TierDraft[]) => tiers.map((tier) => [tier.minRevenueCents, basisPoints(tier.commissionRate)])
  return JSON.stringify(terms(one)) === JSON.stringify(terms(other))
}
