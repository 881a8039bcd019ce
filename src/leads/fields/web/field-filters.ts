import type { ReadableField } from '#leads/lead-settings/api.ts'
import { useFields } from '#leads/lead-settings/web/data.ts'
import { eurosInputText } from '#platform/domain/typed-amounts.ts'
import type { Filter, FilterRange } from '#platform/web/ui/tables/filter.ts'
import type { ListAddress } from '#platform/web/ui/tables/list-address.ts'
import { fieldFilterText, isFiltered, readFieldFilter } from '../domain/field-filter.ts'
import { fieldInputText, fieldText, valueError } from '../domain/field-value.ts'
import { type FieldValue, isChoice, type ValueField } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import { parseTyped } from './typed-value.ts'
import { valueField } from './value-field.ts'

/** The parameter of a field in a list's address. */
const parameter = (key: string) => `field.${key}`

const filtered = (fields: readonly ReadableField[]) =>
  fields.filter((field) => field.inList && field.isOpen && isFiltered(valueField(field)))

/** The parameters of a list's address that filter it by custom fields. */
export const useFieldParameters = () => filtered(useFields()).map(({ key }) => parameter(key))

/** The filters of lists by custom fields, and what an address says of them. */
export function useFieldFilters() {
  const fields = filtered(useFields())
  return {
    filters: fields.map(filterOf),
    /** The condition for the API; empty for none. What the address says wrongly is left out. */
    chosen: (address: ListAddress): string =>
      fields
        .flatMap((field) => {
          const written = address.written(parameter(field.key))
          const condition = `${field.key}:${written}`
          return written && typeof readFieldFilter(condition, [valueField(field)]) !== 'string' ? [condition] : []
        })
        .join(';'),
  }
}

function filterOf(field: ReadableField): Filter {
  const { key, name, kind } = field
  const shared = { name: parameter(key), label: name, all: m.anyValue() }
  const yesNo = [
    { value: 'yes', label: m.yes() },
    { value: 'no', label: m.no() },
  ]
  if (kind === 'yes_no') return { ...shared, options: yesNo }
  if (!isChoice(kind)) return { ...shared, options: [], range: rangeOf(valueField(field)) }
  return { ...shared, options: field.options.map((option) => ({ value: option.key, label: option.name })), searchable: true }
}

type End = number | string | null

function endsOf(field: ValueField, written: string): readonly [End, End] {
  const conditions = readFieldFilter(`${field.key}:${written}`, [field])
  const condition = typeof conditions === 'string' ? undefined : conditions[0]
  return condition && 'from' in condition ? [condition.from, condition.to] : [null, null]
}

/** The two ends of a field’s values. */
export function rangeOf(field: ValueField): FilterRange {
  const shown = (end: End) => (end === null ? '' : fieldText(field, end))
  const typed = (end: End) => {
    if (end === null) return ''
    return field.kind === 'date' ? String(end) : fieldInputText(field, end, eurosInputText)
  }
  return {
    isDay: field.kind === 'date',
    ends: (written) => {
      const [from, to] = endsOf(field, written)
      return [typed(from), typed(to)]
    },
    read: (fromText, toText) => {
      const [from, to] = [parseTyped(field, fromText), parseTyped(field, toText)]
      const error = [from, to].map((end) => (end === null ? null : valueError(field, end))).find(Boolean)
      if (error) return { error }
      if (from !== null && to !== null && from > to) return { error: m.rangeReversed() }
      if (from === null && to === null) return { text: null }
      const text = fieldFilterText([{ key: field.key, from: asEnd(from), to: asEnd(to) }])
      return { text: text.slice(field.key.length + 1) }
    },
    label: (written) => {
      const [from, to] = endsOf(field, written)
      if (from !== null && to !== null) return `${shown(from)} – ${shown(to)}`
      return from === null ? m.toValue({ to: shown(to) }) : m.fromValue({ from: shown(from) })
    },
  }
}

const asEnd = (value: FieldValue | null): End => (typeof value === 'number' || typeof value === 'string' ? value : null)
