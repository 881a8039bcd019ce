import { protectionMonths } from '#leads/registrations/domain/registrations.ts'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { commissionBases } from '#money/commissions/domain.ts'
import { formatOptions } from '#money/payouts/web/payout-formats.ts'
import { languageNamed } from '#platform/domain/languages.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { languageOptions } from '#platform/web/ui/language-options.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import type { SettingField } from '../domain/settings-card.ts'
import { m } from '../messages/messages.ts'
import type { StoredValues } from './sources.ts'

/** A value as it stands in a field. */
export type TypedValue = string | boolean
export type TypedValues = Readonly<Record<string, TypedValue>>

interface Choice {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** The value for a request. */
  readonly send: (value: string) => unknown
}

const choices: Readonly<Record<string, Choice>> = {
  commissionBasis: {
    options: optionsOf(commissionBases, {
      signature: m.basisSignature(),
      cash: m.basisCash(),
    }),
    send: (value) => commissionBases.find((each) => each === value),
  },
  language: { options: languageOptions(), send: (value) => languageNamed(value) ?? undefined },
  fileFormat: { options: formatOptions, send: (value) => payoutFormats.find((each) => each === value) },
  protectionMonths: {
    options: protectionMonths.map((count) => ({ value: String(count), label: m.monthCount({ count }) })),
    send: Number,
  },
}

export const optionsFor = ({ name }: SettingField) => choices[name]?.options ?? []

/** Accounts are sent whole, and answered masked under another name. */
const answerNames: Readonly<Record<string, string>> = { iban: 'maskedIban', otherIbans: 'otherMaskedIbans' }
const isAccount = ({ kind }: SettingField) => kind === 'iban' || kind === 'ibans'

/** The name under which an answer has the value of a field. */
export const answerName = ({ name }: SettingField) => answerNames[name] ?? name

/** The value of a record that holds the field: the text in each language, for the text in one ('taglines.fr'). */
export const holderName = (field: SettingField) => answerName(field).split('.')[0] ?? ''

const asRecord = (value: unknown) => (typeof value === 'object' && value !== null ? (value as StoredValues) : {})

export function storedValue(field: SettingField, stored: StoredValues): unknown {
  const [holder = '', part] = answerName(field).split('.')
  return part === undefined ? stored[holder] : asRecord(stored[holder])[part]
}

/** The record with another value of the field. */
export function withValue(record: StoredValues, name: string, value: unknown): StoredValues {
  const [holder = '', part] = name.split('.')
  return { ...record, [holder]: part === undefined ? value : { ...asRecord(record[holder]), [part]: value } }
}

export function isEmptySetting(field: SettingField, stored: StoredValues): boolean {
  const value = storedValue(field, stored)
  return value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}

/** The value as its field begins; of an account nothing, since only its ends are known. */
export function typedValue(field: SettingField, stored: StoredValues): TypedValue {
  if (isAccount(field)) return ''
  const value = storedValue(field, stored)
  if (field.kind === 'switch') return value === true
  return field.kind === 'money' ? eurosInputText(Number(value)) : String(value ?? '')
}

export const typedValues = (fields: readonly SettingField[], stored: StoredValues): TypedValues =>
  Object.fromEntries(fields.map((field) => [field.name, typedValue(field, stored)]))

const none = '-'

/** What a request says of a typed value. Text that is no number is passed on as typed, so that the field's rule reports it. */
export function sentValue(field: SettingField, typed: TypedValue): unknown {
  if (typeof typed === 'boolean') return typed
  const isNone = typed.trim() === none
  if (field.kind === 'money') return typedEuros(typed)
  if (field.kind === 'number') return /^\d+$/.test(typed.trim()) ? Number(typed) : typed
  if (field.kind === 'choice') return choices[field.name]?.send(typed)
  if (field.kind === 'iban') return isNone ? null : typed
  if (field.kind === 'ibans') return isNone ? [] : typed.split(/[\n,;]+/).filter((each) => each.trim())
  return typed
}

/** The value as people read it; '' while it is empty. */
export function shownValue(field: SettingField, stored: StoredValues): string {
  const value = storedValue(field, stored)
  if (isEmptySetting(field, stored)) return ''
  if (field.kind === 'switch') return value === true ? m.yes() : m.no()
  if (field.kind === 'money') return formatEurosExact(Number(value))
  if (field.kind === 'choice') return optionsFor(field).find((each) => each.value === String(value))?.label ?? String(value)
  if (Array.isArray(value)) return value.join(', ')
  if (field.unit === '%') return percentText(Number(value))
  return field.unit ? `${String(value)}\u00a0${field.unit}` : String(value)
}
