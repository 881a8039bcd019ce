import type { ReactNode } from 'react'
import { inputName } from '#leads/fields/web/custom-values.ts'
import type { Fields } from '#leads/lead-settings/web/data.ts'
import { type FileField, fileTitle, mapFileFields } from '#leads/leads/domain/lead-file.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { ColumnChoices } from '#platform/web/ui/fields/column-choices.tsx'
import type { FileColumnMapping } from '../domain/lead-import.ts'
import type { CustomColumnMapping } from './import-plan.ts'

interface ImportMappingProps {
  readonly file: ImportFile
  readonly fileName: string
  readonly fields: readonly FileField[]
  /** Those that every row needs. */
  readonly required: readonly FileField[]
  readonly mapping: FileColumnMapping
  readonly onChange: (mapping: FileColumnMapping) => void
  /** The custom fields, and their columns. */
  readonly custom: {
    readonly fields: Fields
    readonly mapping: CustomColumnMapping
    readonly onChange: (mapping: CustomColumnMapping) => void
  }
  /** Further choices to make before the check. */
  readonly children?: ReactNode
  readonly onBack: () => void
  readonly onCheck: () => void
}

type CustomColumn = ReturnType<typeof inputName>
type Column = FileField | CustomColumn

/** A row names one of these at least. */
const reach = ['email', 'phone'] as const satisfies readonly FileField[]

const isCustom = (field: Column): field is CustomColumn => field.startsWith('fields.')

/** Assigns a column of the file to each field of a lead. */
export function ImportMapping({ fields, required, custom, children, ...props }: ImportMappingProps) {
  const { mapping, onChange } = props
  const labels = new Map(custom.fields.map(({ key, name }) => [inputName(key), name]))
  const titleOf = (field: Column) => (isCustom(field) ? (labels.get(field) ?? field) : fileTitle(field))
  const customColumns = Object.fromEntries(
    custom.fields.map(({ key }) => [inputName(key), ownValue(custom.mapping, key) ?? null]),
  )
  const change = (next: Readonly<Record<Column, number | null>>) => {
    onChange(mapFileFields((field) => next[field]))
    custom.onChange(Object.fromEntries(custom.fields.map(({ key }) => [key, next[inputName(key)] ?? null])))
  }
  const isReached = reach.some((way) => mapping[way] !== null || required.includes(way))
  return (
    <ColumnChoices<Column>
      {...props}
      mapping={{ ...mapping, ...customColumns }}
      onChange={change}
      columns={{ fields: [...fields, ...labels.keys()], titleOf }}
      required={required}
      wishedFields={isReached ? [] : [reach.map((way) => fileTitle(way)).join(' / ')]}
    >
      {children}
    </ColumnChoices>
  )
}
