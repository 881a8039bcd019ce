import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FileField } from '../domain/lead-file.ts'
import { requiredFileFields } from '../domain/lead-file.ts'
import type { FileColumnMapping } from '../domain/lead-import.ts'
import type { LeadFile } from './import-file.ts'
import type { ImportTexts } from './import-messages.ts'
import { FieldPair } from '#platform/web/ui/field-pair.tsx'

interface ImportMappingProps {
  readonly file: LeadFile
  readonly fileName: string
  readonly fields: readonly FileField[]
  readonly mapping: FileColumnMapping
  readonly onChange: (mapping: FileColumnMapping) => void
  readonly texts: ImportTexts
  /** Further choices to make before the check. */
  readonly children?: ReactNode
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Assigns a column of the file to each field: preset by the titles, changed by hand. */
export function ImportMapping(props: ImportMappingProps) {
  const { file, fileName, fields, mapping, onChange, texts, children, onBack, onCheck } = props
  const titleOf = (fileColumn: number) => file.titles[fileColumn] || texts.fileColumn(fileColumn + 1)
  const exampleOf = (fileColumn: number) =>
    file.rows.find(({ cells }) => cells[fileColumn]?.trim())?.cells[fileColumn]?.trim() ?? ''
  const missing = requiredFileFields.filter((field) => mapping[field] === null)
  const mapped = new Set(fields.map((field) => mapping[field]))
  const ignored = file.titles.flatMap((_, fileColumn) => (mapped.has(fileColumn) ? [] : titleOf(fileColumn)))
  return (
    <Stack>
      <Text>{texts.mappingIntro(file.rows.length, fileName)}</Text>
      <FieldPair>
        {fields.map((field) => {
          const fileColumn = mapping[field]
          const example = fileColumn === null ? '' : exampleOf(fileColumn)
          return (
            <NativeSelect
              key={field}
              label={texts.fields[field]}
              required={requiredFileFields.includes(field)}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={example && texts.example(example.length > 40 ? `${example.slice(0, 40)}…` : example)}
              data={[
                { value: '', label: texts.noFileColumn },
                ...file.titles.map((_, each) => ({ value: String(each), label: titleOf(each) })),
              ]}
              value={fileColumn === null ? '' : String(fileColumn)}
              onChange={({ currentTarget: { value } }) => onChange({ ...mapping, [field]: value === '' ? null : Number(value) })}
            />
          )
        })}
      </FieldPair>
      {children}
      {ignored.length > 0 && (
        <Text fz="sm" c="var(--ink-soft)">
          {texts.ignored(ignored.join(', '))}
        </Text>
      )}
      {missing.length > 0 && (
        <Alert color="yellow" role="status">
          {texts.missing(missing.map((field) => texts.fields[field]).join(', '))}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        <Button disabled={missing.length > 0} onClick={onCheck}>
          {texts.check}
        </Button>
      </Group>
    </Stack>
  )
}
