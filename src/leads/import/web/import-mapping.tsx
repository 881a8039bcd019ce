import type { ReactNode } from 'react'
import { inputName } from '#leads/fields/web/own-values.ts'
import type { Fields } from '#leads/lead-settings/web/data.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { ImportFile } from '#platform/web/app/forms/import-file.ts'
import { ColumnChoices } from '#platform/web/ui/fields/column-choices.tsx'
import { type FileField, fileTitles, mapFileFields } from '../domain/lead-file.ts'
import type { FileColumnMapping } from '../domain/lead-import.ts'
import type { OwnColumnMapping } from './import-plan.ts'

interface ImportMappingProps {
  readonly file: ImportFile
  readonly fileName: string
  readonly fields: readonly FileField[]
  /** Those that every row needs. */
  readonly required: readonly FileField[]
  readonly mapping: FileColumnMapping
  readonly onChange: (mapping: FileColumnMapping) => void
  /** The fields of one's own, and their columns. */
  readonly own: {
    readonly fields: Fields
    readonly mapping: OwnColumnMapping
    readonly onChange: (mapping: OwnColumnMapping) => void
  }
  /** Further choices to make before the check. */
  readonly children?: ReactNode
  readonly onBack: () => void
  readonly onCheck: () => void
}

type OwnColumn = ReturnType<typeof inputName>
type Column = FileField | OwnColumn

/** A row names one of these at least. */
const reach = ['email', 'phone'] as const satisfies readonly FileField[]

const isOwn = (field: Column): field is OwnColumn => field.startsWith('fields.')

/** Assigns a column of the file to each field of a lead. */
export function ImportMapping({ fields, required, own, children, ...props }: ImportMappingProps) {
  const { mapping, onChange } = props
  const labels = new Map(own.fields.map(({ key, name }) => [inputName(key), name]))
  const titleOf = (field: Column) => (isOwn(field) ? (labels.get(field) ?? field) : fileTitles[field])
  const ownColumns = Object.fromEntries(own.fields.map(({ key }) => [inputName(key), ownValue(own.mapping, key) ?? null]))
  const change = (next: Readonly<Record<Column, number | null>>) => {
    onChange(mapFileFields((field) => next[field]))
    own.onChange(Object.fromEntries(own.fields.map(({ key }) => [key, next[inputName(key)] ?? null])))
  }
  const isReached = reach.some((way) => mapping[way] !== null || required.includes(way))
  return (
    <ColumnChoices<Column>
      {...props}
      mapping={{ ...mapping, ...ownColumns }}
      onChange={change}
      columns={{ fields: [...fields, ...labels.keys()], titleOf }}
      required={required}
      wishedFields={isReached ? [] : [reach.map((way) => fileTitles[way]).join(' / ')]}
    >
      {children}
    </ColumnChoices>
  )
}
