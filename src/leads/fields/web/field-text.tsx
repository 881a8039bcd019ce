import { Anchor } from '@mantine/core'
import type { FieldKind } from '../domain/fields.ts'

/** A value as people read it: addresses lead where they name. */
export function FieldValueText({ kind, text }: { readonly kind: FieldKind; readonly text: string }) {
  switch (kind) {
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
