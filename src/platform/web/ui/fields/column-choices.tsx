import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isJoined } from '#platform/domain/file-columns.ts'
import { m } from '#platform/messages/messages.ts'
import { SoftText } from '../soft-text.ts'
import { FieldPair } from './field-pair.tsx'

/** What stands for the title of a column that has none. */
const columnTitle = (column: number) => m.columnNumber({ number: column + 1 })

interface ColumnChoicesProps<Field extends string> {
  readonly file: { readonly titles: readonly string[]; readonly rows: readonly { readonly cells: readonly string[] }[] }
  readonly fileName: string
  /** The fields that a file can hold, and their names. */
  readonly columns: { readonly fields: readonly Field[]; readonly titleOf: (field: Field) => string }
  readonly required: readonly Field[]
  readonly mapping: Readonly<Record<Field, number | null>>
  readonly onChange: (mapping: Readonly<Record<Field, number | null>>) => void
  /** What lacks a column beside the required fields, such as one of several that would do. */
  readonly wishedFields?: readonly string[]
  /** Further choices to make before the check. */
  readonly children?: ReactNode
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Assigns a column of a file to each field: preset by the titles, changed by hand. Names the columns that are left aside. */
export function ColumnChoices<Field extends string>(props: ColumnChoicesProps<Field>) {
  const { file, fileName, columns, required, mapping, onChange, wishedFields = [], children, onBack, onCheck } = props
  const titleOf = (column: number) => file.titles[column] || columnTitle(column)
  const exampleOf = (column: number) => file.rows.find(({ cells }) => cells[column]?.trim())?.cells[column]?.trim() ?? ''
  const mapped = new Set(columns.fields.map((field) => mapping[field]))
  const ignored = file.titles.flatMap((title, column) =>
    mapped.has(column) || isJoined(title, file.titles) ? [] : title || columnTitle(column),
  )
  const missing = [...wishedFields, ...required.filter((field) => mapping[field] === null).map(columns.titleOf)]
  return (
    <Stack>
      <Text>{m.rowsOfFile({ rows: file.rows.length, name: fileName })}</Text>
      <FieldPair>
        {columns.fields.map((field) => {
          const column = mapping[field]
          const example = column === null ? '' : exampleOf(column)
          return (
            <NativeSelect
              key={field}
              label={columns.titleOf(field)}
              required={required.includes(field)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={example && m.example({ text: example.length > 40 ? `${example.slice(0, 40)}…` : example })}
              data={[
                { value: '', label: m.noColumn() },
                ...file.titles.map((_, each) => ({ value: String(each), label: titleOf(each) })),
              ]}
              value={column === null ? '' : String(column)}
              onChange={({ currentTarget: { value } }) => onChange({ ...mapping, [field]: value === '' ? null : Number(value) })}
            />
          )
        })}
      </FieldPair>
      {children}
      {ignored.length > 0 && <SoftText>{m.columnsIgnored({ columns: ignored.join(', ') })}</SoftText>}
      {missing.length > 0 && (
        <Alert color="yellow" role="status">
          {m.columnsMissing({ fields: missing.join(', ') })}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {m.back()}
        </Button>
        <Button disabled={missing.length > 0} onClick={onCheck}>
          {m.check()}
        </Button>
      </Group>
    </Stack>
  )
}
