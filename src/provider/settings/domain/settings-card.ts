import type { SettingsSection } from '#access/domain/settings-sections.ts'
import type { NeededRight } from '#access/domain/staff-rights.ts'
import { readLater, type Words } from '#platform/domain/languages.ts'

/** How a value is typed and shown. */
export type SettingKind =
  | 'text'
  | 'digits'
  | 'email'
  | 'phone'
  | 'number'
  | 'money'
  | 'switch'
  | 'choice'
  | 'timeZone'
  | 'country'
  | 'iban'
  | 'ibans'

/** One value of a card, by its name in the API. */
export interface SettingField {
  readonly name: string
  readonly label: string
  readonly kind: SettingKind
  readonly hint?: string
  /** What stands behind a number, such as 'days'. */
  readonly unit?: string
  /** What is so while it is empty. */
  readonly without?: string
  /** A portal is not set up while it is empty. */
  readonly wanted?: true
}

/** Which record of the API the values of a card belong to. */
export type SettingsSource = 'programme' | 'identity' | 'year'

/** The values that a card's form changes: at most eight. */
export interface SettingsFields {
  readonly source: SettingsSource
  readonly fields: readonly SettingField[]
}

/** A subject that is set in one place. */
export interface SettingsCard {
  readonly section: SettingsSection
  readonly title: string
  /** Words that people look for it by, French and English, beside its title and its fields. */
  readonly synonyms: string
  /** Where its values are used. */
  readonly usedIn: string
  /** What changes from when on. */
  readonly applies: string
  /** What somebody reads before it is changed, where that concerns money that is waiting; without it, Save saves. */
  readonly question?: string
  /** The right to change it; null where nothing is changed, or only what is one's own. */
  readonly right: NeededRight | null
  /** Nobody without the right sees the card. */
  readonly onlyWithRight?: true
  /** Without it, the card is a door: to a page, a list or a dialog of its own. */
  readonly form?: SettingsFields
}

/** A form with more fields is two cards. */
export const maxFieldsOfForm = 8

interface FieldWords {
  readonly label: Words
  readonly hint?: Words
  readonly without?: Words
  readonly unit?: Words
}

interface CardWords {
  readonly title: Words
  readonly usedIn: Words
  readonly applies: Words
  readonly question?: Words
}

interface WrittenField extends Omit<SettingField, keyof FieldWords>, FieldWords {}

/** A card as it is written: with messages, which become the texts that people read. */
interface WrittenCard extends Omit<SettingsCard, keyof CardWords | 'form'>, CardWords {
  readonly form?: { readonly source: SettingsSource; readonly fields: readonly WrittenField[] }
}

/**
 * Cards, whose texts are read in the language of whoever reads them.
 * @__NO_SIDE_EFFECTS__
 */
export const readableCards = <K extends string>(cards: Readonly<Record<K, WrittenCard>>): Readonly<Record<K, SettingsCard>> =>
  readLater<Readonly<Record<K, SettingsCard>>>(cards)
