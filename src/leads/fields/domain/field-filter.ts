import { m } from '../messages/messages.ts'
import { kindOf, valueError } from './field-value.ts'
import type { FieldValue, ValueField } from './fields.ts'

/** What a list asks of one field: one of these values, or one between two; an end that is null is open. */
export type FieldCondition =
  | { readonly key: string; readonly oneOf: readonly FieldValue[] }
  | { readonly key: string; readonly from: number | string | null; readonly to: number | string | null }

/** The form of a filter in an address: 'region:idf|paca;budget:100000..500000;urgent:yes'. */
export const fieldFilterPattern = /^[a-z][a-z0-9_]{0,39}:[^;]*(;[a-z][a-z0-9_]{0,39}:[^;]*)*$/
export const fieldFilterMax = 1000

const escaped = (text: string) => text.replace(/[%;|]|\.(?=\.)/g, (sign) => (sign === '.' ? '%2E' : encodeURIComponent(sign)))

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const hasRange = (field: ValueField) => kindOf(field).filter === 'range'

const readOne = (field: ValueField, text: string): FieldValue => kindOf(field).fromFilter?.(text) ?? text

/** A value as the field would hold it: of several choices a list asks for one at a time. */
const asHeld = (field: ValueField, value: FieldValue) => (field.kind === 'choices' && typeof value === 'string' ? [value] : value)

function conditionOf(field: ValueField, text: string): FieldCondition | string {
  const ends = hasRange(field) ? text.split('..') : [text]
  const parts = ends.length === 2 ? ends : text.split('|')
  const values = parts.map((part) => (part === '' && ends.length === 2 ? null : readOne(field, unescaped(part))))
  const given = values.filter((value) => value !== null)
  const error = given.map((value) => valueError(field, asHeld(field, value))).find((each) => each !== null)
  if (error) return error
  if (ends.length !== 2) return { key: field.key, oneOf: given.map((value) => asHeld(field, value)) }
  const [from = null, to = null] = values.map((value) => (typeof value === 'number' || typeof value === 'string' ? value : null))
  return { key: field.key, from, to }
}

/** The conditions of a filter in an address, or the sentence that says what is wrong with it. */
export function readFieldFilter(text: string, fields: readonly ValueField[]): readonly FieldCondition[] | string {
  const conditions: FieldCondition[] = []
  for (const part of text.split(';')) {
    const at = part.indexOf(':')
    const key = part.slice(0, at)
    const field = fields.find((each) => each.key === key)
    if (!field) return m.fieldUnknown({ key })
    const condition = conditionOf(field, part.slice(at + 1))
    if (typeof condition === 'string') return condition
    conditions.push(condition)
  }
  return conditions
}

const valueText = (value: FieldValue): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.map(escaped).join('|') : escaped(String(value))
}

/** Conditions as `readFieldFilter` reads them; empty for none. */
export function fieldFilterText(conditions: readonly FieldCondition[]): string {
  return conditions
    .map((condition) => {
      const text =
        'oneOf' in condition
          ? condition.oneOf.map(valueText).join('|')
          : `${condition.from === null ? '' : valueText(condition.from)}..${condition.to === null ? '' : valueText(condition.to)}`
      return `${condition.key}:${text}`
    })
    .join(';')
}

/** Whether a list can be filtered by the field in a way that people choose: a choice, yes or no, or a range. */
export const isFiltered = (field: ValueField) => kindOf(field).filter !== undefined
