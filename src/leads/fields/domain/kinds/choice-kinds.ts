import { foldText } from '#platform/domain/fold-text.ts'
import { quoted } from '#platform/domain/typed-amounts.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import { m } from '../../messages/messages.ts'
import { type FieldValue, namesOf, optionName, type ValueField } from '../fields.ts'
import type { Kind } from './kind.ts'

function choicesError(value: FieldValue, { options }: ValueField): string | null {
  if (!Array.isArray(value) || value.length === 0) return m.chooseOneAtLeast()
  const unknown = value.find((key) => !options.some((option) => option.key === key))
  if (unknown !== undefined) return m.optionUnknown({ text: quoted(String(unknown)) })
  return new Set(value).size === value.length ? null : m.optionTwice()
}

/** The key of an option that a text names by its key or by a name in any language; the text itself if none. */
function typedOption({ options }: ValueField, text: string): string {
  const wanted = foldText(oneLine(text))
  return options.find((option) => namesOf(option).some((name) => foldText(name) === wanted))?.key ?? oneLine(text)
}

/** Options in the field's order, each once. */
function typedOptions(field: ValueField, text: string): readonly string[] {
  const whole = typedOption(field, text)
  if (field.options.some(({ key }) => key === whole)) return [whole]
  const parts = text.split(/[;,\n]/).filter((part) => oneLine(part) !== '')
  return inOrder(
    field,
    parts.map((part) => typedOption(field, part)),
  )
}

/** Keys in the order of the field's options, each once; those that it has not stand last. */
export function inOrder({ options }: ValueField, keys: readonly string[]): readonly string[] {
  const known = options.map(({ key }) => key).filter((key) => keys.includes(key))
  return [...known, ...new Set(keys.filter((key) => !known.includes(key)))]
}

const yes = ['oui', 'yes', 'vrai', 'true', 'o', 'y', '1', 'x']
const no = ['non', 'no', 'faux', 'false', 'n', '0']

function typedYesNo(text: string): boolean | string {
  const folded = foldText(oneLine(text))
  if (yes.includes(folded)) return true
  return no.includes(folded) ? false : oneLine(text)
}

const namesIn =
  (separator: string): NonNullable<Kind['text']> =>
  (value, field) =>
    (typeof value === 'object' ? value : [String(value)]).map((key) => optionName(field, key)).join(separator)

export const choiceKinds = {
  choice: {
    check: (value, { options }) =>
      options.some(({ key }) => key === value) ? null : m.optionUnknown({ text: quoted(String(value)) }),
    parse: (text, field) => typedOption(field, text),
    text: namesIn(', '),
    filter: 'choice',
  },
  choices: {
    check: choicesError,
    parse: (text, field) => typedOptions(field, text),
    text: namesIn(', '),
    inputText: namesIn('; '),
    filter: 'choice',
  },
  yes_no: {
    check: (value) => (typeof value === 'boolean' ? null : m.yesOrNo()),
    parse: typedYesNo,
    text: (value) => (value === true ? m.yes() : value === false ? m.no() : String(value)),
    filter: 'choice',
    fromFilter: (text) => (text === 'yes' ? true : text === 'no' ? false : text),
  },
  /** Whether the programme has the offer is checked where a lead is written. */
  offer: { check: () => null, parse: oneLine, text: namesIn(', ') },
} as const satisfies Readonly<Record<string, Kind>>
