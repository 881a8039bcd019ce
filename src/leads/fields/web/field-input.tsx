import { NativeSelect, TextInput, type TextInputProps } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import type { ValueField } from '../domain/fields.ts'
import { longTextMax } from '../domain/kinds/text-kinds.ts'
import { m } from '../messages/messages.ts'
import { type TypedValue, typedKeys, typedOfKeys } from './typed-value.ts'

/** Lazy: forms without several choices open without Mantine's checkboxes. */
const CheckboxList = lazy(async () => ({ default: (await import('#platform/web/ui/fields/checkbox-list.tsx')).CheckboxList }))

interface FieldInputProps {
  readonly field: ValueField & { readonly help: string; readonly required: boolean }
  readonly label: string
  readonly name: string
  readonly value: TypedValue
  readonly error: string | undefined
  /** The most characters of a long text. */
  readonly max?: number | undefined
  /** The words of an empty choice. */
  readonly placeholder?: string
  readonly onChange: (value: TypedValue) => void
  /** Called on blur, for validation. */
  readonly onBlur?: () => void
}

const textTypes = {
  text: {},
  number: { inputMode: 'decimal' },
  date: { type: 'date' },
  email: { type: 'email' },
  phone: { type: 'tel' },
  link: { placeholder: 'https://', inputMode: 'url' },
  siren: { inputMode: 'numeric' },
  siret: { inputMode: 'numeric' },
} as const

/** Help that changes with what is typed stands below the input, which it does not move. */
const belowInput = { inputWrapperOrder: ['label', 'input', 'error', 'description'] } as const satisfies Partial<TextInputProps>

/** The input of a field: its kind decides which one it is. */
export function FieldInput({ field, label, name, value, error, max, placeholder, onChange, onBlur }: FieldInputProps) {
  const { kind, options, required } = field
  const shared = { label, name, error, required, description: field.help || undefined }
  const typed = {
    ...shared,
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    autoComplete: 'off',
  }
  switch (kind) {
    case 'choices':
      return (
        <Suspense>
          <CheckboxList
            {...{ name, error }}
            label={required ? `${label} *` : label}
            note={field.help}
            options={options.map((option) => ({ value: option.key, label: option.name }))}
            selection={typedKeys(value)}
            onChange={(keys: readonly string[]) => onChange(typedOfKeys(keys))}
          />
        </Suspense>
      )
    case 'choice':
    case 'offer':
      return (
        <NativeSelect
          {...typed}
          {...belowInput}
          data={[
            { value: '', label: placeholder ?? m.choose() },
            ...options.map((option) => ({ value: option.key, label: option.name })),
          ]}
        />
      )
    case 'yes_no':
      return (
        <NativeSelect
          {...typed}
          data={[
            { value: '', label: m.choose() },
            { value: 'true', label: m.yes() },
            { value: 'false', label: m.no() },
          ]}
        />
      )
    case 'amount':
      return (
        <MoneyField
          {...shared}
          {...belowInput}
          label={`${label} (€)`}
          value={value}
          onChange={onChange}
          {...(onBlur ? { onBlur } : {})}
        />
      )
    case 'long_text':
      return <LongText {...typed} minRows={3} max={max ?? longTextMax} />
    default:
      return <TextInput {...typed} {...textTypes[kind]} onBlur={onBlur} />
  }
}
