import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ColumnMatch, ImportField } from '#domain/lead-import.ts'
import { neededFields } from '#domain/lead-import.ts'
import type { LeadFile } from './import-file.ts'
import type { ImportScreenWords } from './import-messages.ts'
import { FieldPair } from '#web/ui/field-pair.tsx'

interface ImportColumnsProps {
  readonly file: LeadFile
  readonly fileName: string
  readonly fields: readonly ImportField[]
  readonly match: ColumnMatch
  readonly onMatch: (match: ColumnMatch) => void
  readonly words: ImportScreenWords
  /** What else has to be chosen before the check. */
  readonly children?: ReactNode
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Which column of the file holds which field: found by the titles, changed by hand. */
export function ImportColumns(props: ImportColumnsProps) {
  const { file, fileName, fields, match, onMatch, words, children, onBack, onCheck } = props
  const titleOf = (at: number) => file.titles[at] || words.column(at + 1)
  const exampleOf = (at: number) => file.rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.trim() ?? ''
  const missing = neededFields.filter((field) => match[field] === null)
  const used = new Set(fields.map((field) => match[field]))
  const ignored = file.titles.flatMap((_, at) => (used.has(at) ? [] : titleOf(at)))
  return (
    <Stack>
      <Text>{words.columnsIntro(file.rows.length, fileName)}</Text>
      <FieldPair>
        {fields.map((field) => {
          const at = match[field]
          const example = at === null ? '' : exampleOf(at)
          return (
            <NativeSelect
              key={field}
              label={words.fields[field]}
              required={neededFields.includes(field)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={example && words.example(example.length > 40 ? `${example.slice(0, 40)}…` : example)}
              data={[
                { value: '', label: words.noColumn },
                ...file.titles.map((_, column) => ({ value: String(column), label: titleOf(column) })),
              ]}
              value={at === null ? '' : String(at)}
              onChange={({ currentTarget: { value } }) => onMatch({ ...match, [field]: value === '' ? null : Number(value) })}
            />
          )
        })}
      </FieldPair>
      {children}
      {ignored.length > 0 && (
        <Text fz="sm" c="var(--ink-soft)">
          {words.ignored(ignored.join(', '))}
        </Text>
      )}
      {missing.length > 0 && (
        <Alert color="yellow" role="status">
          {words.missing(missing.map((field) => words.fields[field]).join(', '))}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        <Button disabled={missing.length > 0} onClick={onCheck}>
          {words.check}
        </Button>
      </Group>
    </Stack>
  )
}
