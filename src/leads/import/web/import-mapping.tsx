import type { ReactNode } from 'react'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { ColumnChoices, columnTitle } from '#platform/web/ui/fields/column-choices.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type FileField, fileTitles, requiredFileFields } from '../domain/lead-file.ts'
import type { FileColumnMapping } from '../domain/lead-import.ts'
import { m } from '../messages/messages.ts'

interface ImportMappingProps {
  readonly file: ImportFile
  readonly fileName: string
  readonly fields: readonly FileField[]
  readonly mapping: FileColumnMapping
  readonly onChange: (mapping: FileColumnMapping) => void
  /** Further choices to make before the check. */
  readonly children?: ReactNode
  readonly onBack: () => void
  readonly onCheck: () => void
}

/** Assigns a column of the file to each field of a lead, and names the columns that are left aside. */
export function ImportMapping({ fields, children, ...props }: ImportMappingProps) {
  const { file, mapping } = props
  const titleOf = (field: FileField) => fileTitles[field]
  const mapped = new Set(fields.map((field) => mapping[field]))
  const ignored = file.titles.flatMap((title, column) => (mapped.has(column) ? [] : title || columnTitle(column)))
  return (
    <ColumnChoices {...props} columns={{ fields, titleOf }} required={requiredFileFields}>
      {children}
      {ignored.length > 0 && <SoftText>{m.columnsIgnored({ columns: ignored.join(', ') })}</SoftText>}
    </ColumnChoices>
  )
}
