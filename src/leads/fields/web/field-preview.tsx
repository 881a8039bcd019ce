import { useState } from 'react'
import { isBuiltIn, labelOf } from '#leads/leads/domain/lead-fields.ts'
import item from '#platform/web/app/forms/item-dialog.module.css'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { fieldText, valueError } from '../domain/field-value.ts'
import { m } from '../messages/messages.ts'
import type { FieldForm } from './field-form.ts'
import { FieldInput } from './field-input.tsx'
import { FieldValueText } from './field-text.tsx'
import { parseTyped, type TypedValue } from './typed-value.ts'

/** The field in a form on a phone, where a value can be tried, and on a card. */
export function FieldPreview({ form }: { readonly form: FieldForm }) {
  const [typed, setTyped] = useState<TypedValue>('')
  const { values } = form
  const options = values.options.map(({ id, key, name }) => ({ key: key || `option_${id}`, name: name || '…', names: {} }))
  const field = { key: form.key, kind: values.kind, options, help: values.help, required: values.required }
  const name = values.name.trim()
  const label = name || (isBuiltIn(form.key) ? labelOf({ key: form.key, name }) : m.label())
  const value = parseTyped(field, typed)
  const error = value === null ? null : valueError(field, value)
  if (values.kind === 'offer') return null
  return (
    <section className={item.preview} aria-label={m.preview()}>
      <h3 className={item.previewTitle}>{m.preview()}</h3>
      <figure className={item.figure}>
        <figcaption>{m.inFormOnPhone()}</figcaption>
        <div className={item.phone}>
          <FieldInput field={field} label={label} name="preview" value={typed} error={error ?? undefined} onChange={setTyped} />
        </div>
      </figure>
      {values.onCard && value !== null && !error && (
        <figure className={item.figure}>
          <figcaption>{m.inCard()}</figcaption>
          <div className={item.card}>
            <strong>{m.sampleContact()}</strong>
            <SoftText component="span">
              {label} : <FieldValueText kind={field.kind} text={fieldText(field, value)} />
            </SoftText>
          </div>
        </figure>
      )}
    </section>
  )
}
