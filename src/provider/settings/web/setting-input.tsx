import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { TimeZoneField } from '#provider/programme/web/time-zone-field.tsx'
import type { SettingField } from '../domain/settings-card.ts'
import { m } from '../messages/messages.ts'
import type { CardForm } from './card-form.ts'
import { optionsFor, shownValue } from './setting-values.ts'
import type { StoredValues } from './sources.ts'

interface SettingInputProps {
  readonly field: SettingField
  readonly form: CardForm
  readonly stored: StoredValues
}

const newestFormat = 'pain.001.001.09'

/** What the field says of an account, of which only the ends are shown. */
function accountHint(field: SettingField, stored: StoredValues): string {
  const now = shownValue(field, stored)
  if (field.kind === 'iban') {
    return now ? m.ibanHint({ now }) : m.ibanHintEmpty()
  }
  return now ? m.ibansHint({ now }) : m.ibansHintEmpty()
}

/** How the bank will read a name that its character set does not hold. */
function BankReading({ name }: { readonly name: string }) {
  const read = bankText(name, maxBankName)
  if (name.trim() === '' || read === name.trim()) return null
  return (
    <SoftText mt={4} aria-live="polite">
      {m.bankReads({ name: read })}
    </SoftText>
  )
}

const inputs = { digits: { inputMode: 'numeric' }, number: { inputMode: 'numeric' }, phone: { type: 'tel' } } as const

/** The field of one setting, by its kind. */
export function SettingInput({ field, form, stored }: SettingInputProps) {
  const { name, label, kind, hint } = field
  const named = { label, ...(hint ? { description: hint } : {}) }
  if (kind === 'switch') {
    const isOff = name === 'instantTransfers' && (form.values.fileFormat ?? newestFormat) !== newestFormat
    return (
      <Checkbox
        {...named}
        data-field={name}
        disabled={isOff}
        checked={form.values[name] === true}
        error={form.errors[name]}
        onChange={({ currentTarget }) => form.set(name, currentTarget.checked)}
      />
    )
  }
  if (kind === 'choice') {
    return (
      <Select
        {...named}
        data-field={name}
        data={[...optionsFor(field)]}
        allowDeselect={false}
        value={String(form.values[name])}
        error={form.errors[name]}
        onChange={(value) => {
          if (value === null) return
          form.set(name, value)
          // Instant transfers exist in the newest format alone.
          if (name === 'fileFormat' && value !== newestFormat) form.set('instantTransfers', false)
        }}
      />
    )
  }
  if (kind === 'timeZone') return <TimeZoneField {...form.text(name)} onChange={(zone) => form.set(name, zone)} />
  if (kind === 'money') return <MoneyField {...named} bare {...form.number(name)} />
  if (kind === 'ibans') {
    return <Textarea label={label} description={accountHint(field, stored)} autosize autoComplete="off" {...form.text(name)} />
  }
  if (kind === 'iban') {
    return <TextInput label={label} description={accountHint(field, stored)} autoComplete="off" {...form.text(name)} />
  }
  const look = kind === 'country' ? { maxLength: 2 } : kind === 'email' ? { type: 'email' } : kind === 'text' ? {} : inputs[kind]
  return (
    <div>
      <TextInput {...named} {...look} autoComplete="off" {...form.text(name)} />
      {name === 'legalName' && <BankReading name={String(form.values[name])} />}
    </div>
  )
}
