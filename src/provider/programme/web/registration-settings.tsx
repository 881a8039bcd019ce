import { Checkbox, Select, TextInput, Title } from '@mantine/core'
import { type ProtectionMonths, protectionMonths } from '#leads/registrations/domain/registrations.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'

interface Parts {
  readonly values: { registrations: boolean; silentAcceptance: boolean; protectionMonths: ProtectionMonths }
  readonly onSwitch: (name: 'registrations' | 'silentAcceptance', on: boolean) => void
  readonly onMonths: (months: ProtectionMonths) => void
  readonly hours: object
  readonly extension: object
}

const months = protectionMonths.map((count) => ({ value: String(count), label: `${count} months` }))

/** The part of the settings form that is about who brought a lead first. */
export function RegistrationSettings({ values, onSwitch, onMonths, hours, extension }: Parts) {
  const off = !values.registrations
  return (
    <>
      <Title order={3} fz={16} mt="sm">
        Registration of leads
      </Title>
      <Checkbox
        label="Staff answer each lead that a partner registers"
        description="Otherwise each one is accepted when it is added, for good"
        checked={values.registrations}
        onChange={({ currentTarget }) => onSwitch('registrations', currentTarget.checked)}
      />
      <FieldPair>
        <TextInput label="Hours to answer" description="Then it shows as late" inputMode="numeric" disabled={off} {...hours} />
        <Select
          label="Protection"
          description="From the acceptance on, against other partners"
          data={months}
          allowDeselect={false}
          disabled={off}
          value={String(values.protectionMonths)}
          onChange={(choice) => onMonths(protectionMonths.find((count) => String(count) === choice) ?? 6)}
        />
      </FieldPair>
      <Checkbox
        label="No answer within these hours accepts the lead"
        description="Unless somebody else has brought the same company"
        disabled={off}
        checked={values.silentAcceptance}
        onChange={({ currentTarget }) => onSwitch('silentAcceptance', currentTarget.checked)}
      />
      <TextInput
        label="Months of an extension"
        description="One for each lead, asked for by its partner with a reason"
        inputMode="numeric"
        disabled={off}
        {...extension}
      />
    </>
  )
}
