import { NativeSelect, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import type { FieldErrors } from '#platform/web/app/forms/form.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField, PercentField } from '#platform/web/ui/fields/money-field.tsx'
import { m } from '../messages/messages.ts'
import type { TypedRule } from './typed-rule.ts'

export interface RuleFieldsProps {
  readonly rule: TypedRule
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<TypedRule>) => void
}

const bases = [
  { value: 'estimate', label: m.baseEstimate() },
  { value: 'client_payment', label: m.baseClientPayment() },
] as const satisfies { value: TypedRule['base']; label: string }[]

const rates = [
  { value: 'percent', label: m.ratePercent() },
  { value: 'tiers', label: m.rateTiers() },
  { value: 'none', label: m.rateNone() },
] as const satisfies { value: TypedRule['rate']; label: string }[]

const payments = [
  { value: 'always', label: m.whenAlways() },
  { value: 'first', label: m.whenFirst() },
  { value: 'months', label: m.whenMonths() },
] as const satisfies { value: TypedRule['when']; label: string }[]

/** Which payments of a client bring a commission. */
function PaymentFields({ rule, errors, onChange }: RuleFieldsProps) {
  return (
    <FieldPair>
      <NativeSelect
        label={m.whichPayments()}
        value={rule.when}
        data={payments}
        onChange={({ currentTarget: { value } }) => onChange({ when: value as TypedRule['when'] })}
      />
      {rule.when === 'months' && (
        <TextInput
          label={m.monthsAfterSignature()}
          name="when.months"
          inputMode="numeric"
          value={rule.months}
          error={errors['when.months']}
          onChange={({ currentTarget: { value } }) => onChange({ months: value })}
        />
      )}
    </FieldPair>
  )
}

/** What a rule pays for a lead, and at most. */
export function RuleFields({ rule, errors, onChange }: RuleFieldsProps) {
  const hasTiers = useSettings().commission.tiers > 0
  return (
    <Stack gap="md">
      <div>
        <Text id="rule-base" fz="sm" fw={500} mb={4}>
          {m.base()}
        </Text>
        <SegmentedControl
          aria-labelledby="rule-base"
          fullWidth
          data={[...bases]}
          value={rule.base}
          onChange={(value) => onChange({ base: value as TypedRule['base'] })}
        />
      </div>
      {rule.base === 'client_payment' && <PaymentFields rule={rule} errors={errors} onChange={onChange} />}
      <FieldPair>
        <NativeSelect
          label={m.rate()}
          name="rate"
          value={rule.rate}
          data={rates.filter(({ value }) => value !== 'tiers' || rule.rate === value || hasTiers)}
          error={errors.rate}
          onChange={({ currentTarget: { value } }) => onChange({ rate: value as TypedRule['rate'] })}
        />
        {rule.rate === 'percent' && (
          <PercentField
            label={m.percentField()}
            name="rate.percent"
            data-autofocus
            value={rule.percent}
            error={errors['rate.percent']}
            onChange={(percent) => onChange({ percent })}
          />
        )}
        <MoneyField
          label={rule.base === 'estimate' ? m.fixedPerLead() : m.fixedPerPayment()}
          name="fixedCents"
          value={rule.fixed}
          error={errors.fixedCents}
          onChange={(fixed) => onChange({ fixed })}
        />
      </FieldPair>
      <FieldPair>
        <MoneyField
          label={m.capPerLead()}
          name="cap.leadCents"
          value={rule.leadCap}
          error={errors['cap.leadCents']}
          onChange={(leadCap) => onChange({ leadCap })}
        />
        <MoneyField
          label={m.capPerYear()}
          name="cap.yearCents"
          value={rule.yearCap}
          error={errors['cap.yearCents']}
          onChange={(yearCap) => onChange({ yearCap })}
        />
      </FieldPair>
    </Stack>
  )
}
