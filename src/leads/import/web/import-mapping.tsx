import type { ReactNode } from 'react'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { ColumnChoices } from '#platform/web/ui/fields/column-choices.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type FileField, requiredFileFields } from '../domain/lead-file.ts'
import type { FileColumnMapping } from '../domain/lead-import.ts'
import type { ImportTexts } from './import-messages.ts'

interface ImportMappingProps {
  readonly file: ImportFile
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

/** Assigns a column of the file to each field of a lead, and names the columns that are left aside. */
export function ImportMapping({ fields, texts, children, ...props }: ImportMappingProps) {
  const { file, mapping } = props
  const titleOf = (field: FileField) => texts.fields[field]
  const mapped = new Set(fields.map((field) => mapping[field]))
  const ignored = file.titles.flatMap((title, column) => (mapped.has(column) ? [] : title || texts.column(column + 1)))
  return (
    <ColumnChoices {...props} columns={{ fields, titleOf }} required={requiredFileFields} words={texts}>
      {children}
      {ignored.length > 0 && <SoftText>{texts.ignored(ignored.join(', '))}</SoftText>}
    </ColumnChoices>
  )
}
