import { Anchor } from '@mantine/core'
import { fieldText } from '../domain/field-value.ts'
import type { FieldValue, ValueField } from '../domain/fields.ts'

/** A value as people read it: addresses lead where they name. */
export function FieldValueText({ field, value }: { readonly field: ValueField; readonly value: FieldValue }) {
  const text = fieldText(field, value)
  switch (field.kind) {
    case 'email':
      return <Anchor href={`mailto:${text}`}>{text}</Anchor>
    case 'phone':
      return <Anchor href={`tel:${text.replace(/[^\d+]/g, '')}`}>{text}</Anchor>
    case 'link':
      return (
        <Anchor href={text} target="_blank" rel="noopener noreferrer">
          {text}
        </Anchor>
      )
    case 'number':
    case 'amount':
    case 'siren':
    case 'siret':
      return <span className="figure">{text}</span>
    default:
      return text
  }
}
