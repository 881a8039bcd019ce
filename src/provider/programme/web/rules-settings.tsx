import { Checkbox, Select, TextInput, Title } from '@mantine/core'
import { commissionBases } from '#money/commissions/domain.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import type { ProgrammeForm } from './programme-form.ts'
import { RegistrationSettings } from './registration-settings.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

const bases = optionsOf(commissionBases, {
  signature: 'Validation by hand, once the client has paid',
  cash: 'Each payment of the client, for its part',
})

/** Settings of due dates and payouts, and of the rule about who brought a lead first. */
export function RulesSettings({ form }: { readonly form: ProgrammeForm }) {
  return (
    <>
      <Title order={3} fz={16}>
        Rules
      </Title>
      <Select
        label="What makes a commission due"
        data={bases}
        allowDeselect={false}
        value={form.values.commissionBasis}
        onChange={(value) => form.set('commissionBasis', commissionBases.find((each) => each === value) ?? 'signature')}
      />
      <FieldPair>
        <MoneyField label="Minimum payout (€)" description="Less is carried over" bare {...form.number('minimumPayoutCents')} />
        <MoneyField
          label="Second approval above (€)"
          description="By somebody else than who issued it"
          bare
          {...form.number('secondApprovalAboveCents')}
        />
      </FieldPair>
      <TextInput
        label="Days to contest a statement"
        description="Then it counts as accepted"
        inputMode="numeric"
        {...form.text('acceptanceDays')}
      />
      <Checkbox
        label="Partners who invoice themselves are paid after their invoice is accepted"
        description="Their payouts cannot be approved before"
        checked={form.values.invoiceRequired}
        onChange={({ currentTarget }) => form.set('invoiceRequired', currentTarget.checked)}
      />
      <TimeZoneField {...form.text('timeZone')} onChange={(zone) => form.set('timeZone', zone)} />
      <RegistrationSettings
        values={form.values}
        onSwitch={(name, on) => form.set(name, on)}
        onMonths={(months) => form.set('protectionMonths', months)}
        hours={form.text('registrationHours')}
        extension={form.text('extensionMonths')}
      />
    </>
  )
}

/** From when on partners are asked for documents. */
export function DocumentSettings({ form }: { readonly form: ProgrammeForm }) {
  return (
    <>
      <Title order={3} fz={16} mt="sm">
        Documents of partners
      </Title>
      <FieldPair>
        <MoneyField
          label="Threshold of 12 months (€)"
          description="5 000 € by law; 0: nobody is asked by amount"
          bare
          {...form.number('vigilanceThresholdCents')}
        />
        <TextInput
          label="Asked from (% of it)"
          description="Attestation URSSAF and Kbis"
          inputMode="numeric"
          {...form.text('vigilancePercent')}
        />
      </FieldPair>
      <Checkbox
        label="Payouts wait for documents that are missing or have expired"
        description="Those that were asked for or verified"
        checked={form.values.vigilanceHold}
        onChange={({ currentTarget }) => form.set('vigilanceHold', currentTarget.checked)}
      />
    </>
  )
}
