import { NativeSelect, TextInput } from '@mantine/core'
import { ownValue } from '#platform/domain/keys.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { kindsOfImport } from '../domain/kinds.ts'
import { addressForAll, type Mapping, rowMark } from '../domain/mapping.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import type { ReadState } from './propose-mapping.ts'

/** Fields whose column may be joined with others: first and last name, street and town. */
const joinable = new Set(['name', 'fullName', 'company', 'notes', 'status'])
const exampleLength = 40

interface FieldColumnsProps {
  readonly here: KindHere
  readonly read: ReadState
  readonly onChange: (changes: Partial<Mapping>) => void
}

/** A column for each field, or several that are joined, or what all rows hold that have none. */
export function FieldColumns({ here, read, onChange }: FieldColumnsProps) {
  const { summary, mapping, guessed } = read
  const data = (none: string) => [
    { value: '', label: none },
    ...summary.titles.map((title, column) => ({ value: String(column), label: title || m.columnNumber({ number: column + 1 }) })),
  ]
  const choose = (target: string, at: number, value: string) => {
    const before = mapping.columns[target] ?? []
    const next = value === '' ? before.slice(0, at) : [...before.slice(0, at), Number(value), ...before.slice(at + 1)]
    onChange({ columns: { ...mapping.columns, [target]: next } })
  }
  return (
    <FieldPair>
      {here.targets.map((target) => {
        const columns = mapping.columns[target] ?? []
        const doubtful = summary.recognition.columns.flatMap(({ field, isSure }, column) =>
          !isSure && field !== null && columns.length === 0 && isFor(here, target, field) ? [column] : [],
        )
        const example = columns
          .map((column) => summary.examples[column] ?? '')
          .filter(Boolean)
          .join(' ')
        const cut = example.length > exampleLength ? `${example.slice(0, exampleLength)}…` : example
        const isRequired = here.required.includes(target)
        const filled = columns.reduce((max, column) => Math.max(max, summary.filled[column] ?? 0), 0)
        const hint = guessed.has(target)
          ? m.guessedColumn({ example: cut })
          : doubtful.length > 0
            ? m.perhapsColumn({ title: summary.titles[doubtful[0] ?? 0] ?? '' })
            : cut && m.example({ text: cut })
        return (
          <div key={target}>
            <NativeSelect
              label={here.titleOf(target)}
              required={isRequired}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={hint}
              data={data(m.noColumn())}
              value={columns[0] === undefined ? '' : String(columns[0])}
              onChange={({ currentTarget: { value } }) => choose(target, 0, value)}
            />
            {joinable.has(target) &&
              columns.map((column, at) => (
                <NativeSelect
                  // Each joined column has the next one behind it.
                  key={`${target} ${column}`}
                  mt={6}
                  aria-label={m.joinedColumn({ field: here.titleOf(target), number: at + 2 })}
                  data={data(m.joinNone())}
                  value={columns[at + 1] === undefined ? '' : String(columns[at + 1])}
                  onChange={({ currentTarget: { value } }) => choose(target, at + 1, value)}
                />
              ))}
            <DefaultFor here={here} target={target} mapping={mapping} isWanted={filled < summary.rowCount} onChange={onChange} />
          </div>
        )
      })}
    </FieldPair>
  )
}

/** Whether what a column seems to hold is what a field is made of. */
const isFor = ({ kind }: KindHere, target: string, field: string) =>
  field === target || (ownValue(kindsOfImport[kind].targets, target) ?? []).flat().includes(field)

interface DefaultForProps {
  readonly here: KindHere
  readonly target: string
  readonly mapping: Mapping
  readonly isWanted: boolean
  readonly onChange: (changes: Partial<Mapping>) => void
}

/** What rows hold that have nothing in this field: each required one has it. */
function DefaultFor({ here, target, mapping, isWanted, onChange }: DefaultForProps) {
  if (!isWanted || !(here.required.includes(target) || target === 'status' || target === 'offer')) return null
  const label = m.forAllRows({ field: here.titleOf(target) })
  const value = mapping.defaults[target] ?? ''
  const set = (text: string) => onChange({ defaults: { ...mapping.defaults, [target]: text } })
  const choices = here.choices[target]
  if (choices) {
    return (
      <NativeSelect
        mt={6}
        aria-label={label}
        data={[{ value: '', label: m.noneForAll() }, ...choices.filter(({ value }) => value !== '' && value !== '-')]}
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    )
  }
  const isAddress = target === 'email'
  return (
    <TextInput
      mt={6}
      aria-label={label}
      placeholder={m.forAllRowsHint()}
      description={isAddress && value !== '' ? m.addressForEach({ example: value.replace(rowMark, '12') }) : undefined}
      value={isAddress ? value.replace(`+${rowMark}`, '') : value}
      onChange={({ currentTarget }) =>
        set(isAddress && currentTarget.value.includes('@') ? addressForAll(currentTarget.value) : currentTarget.value)
      }
    />
  )
}
