import { Checkbox, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type YearSettings, yearSettingsForm } from '../api.ts'
import { saveYearSettings, yearSettingsQuery } from './data.ts'

/** Who declares, the accounts of the journal, and the alert for individuals. Mounted only while open. */
export default function YearSettingsDrawer({ onClose }: { onClose: () => void }) {
  const settings = useQuery(yearSettingsQuery)
  if (settings.data) return <SettingsForm settings={settings.data} onClose={onClose} />
  return (
    <SideDialog onClose={onClose} title="Year settings" size="lg" position="right">
      <QueryBoundary query={settings}>{() => null}</QueryBoundary>
    </SideDialog>
  )
}

function SettingsForm({ settings, onClose }: { settings: YearSettings; onClose: () => void }) {
  const form = useApiForm({
    shape: yearSettingsForm,
    initial: {
      ...settings,
      occasionalPayments: String(settings.occasionalPayments),
      occasionalCents: eurosInputText(settings.occasionalCents),
    },
    wire: ({ occasionalPayments, occasionalCents, ...rest }) => ({
      ...rest,
      occasionalPayments: /^\d+$/.test(occasionalPayments.trim()) ? Number(occasionalPayments) : occasionalPayments,
      occasionalCents: typedEuros(occasionalCents),
    }),
    faultTitle: 'Validation error',
    send: async (input) => {
      await saveYearSettings(input)
      toastSuccess('Year settings saved')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  return (
    <FormDialog form={form} title="Year settings" action="Save" cancel={null} side="right" size="lg" onClose={onClose}>
      <Title order={3} fz={16}>
        Who declares
      </Title>
      <SoftText>Legal name, SIREN and address are those of the payout settings.</SoftText>
      <FieldPair>
        <TextInput label="SIRET" description="Of the establishment" inputMode="numeric" {...form.text('siret')} />
        <TextInput label="APE code" description="Such as 6201Z" {...form.text('ape')} />
      </FieldPair>
      <Checkbox
        label="Pays wages"
        description="Decides the type of the declaration"
        checked={form.values.paysWages}
        onChange={({ currentTarget }) => form.set('paysWages', currentTarget.checked)}
      />
      <TextInput label="Contact" description="Whom the tax office may ask" {...form.text('declarationContact')} />
      <FieldPair>
        <TextInput label="Phone" type="tel" {...form.text('declarationPhone')} />
        <TextInput label="E-mail" type="email" {...form.text('declarationEmail')} />
      </FieldPair>
      <Title order={3} fz={16} mt="sm">
        Accounts of the journal
      </Title>
      <FieldPair>
        <TextInput label="Commissions" inputMode="numeric" {...form.text('accountCommissions')} />
        <TextInput label="Deductible VAT" inputMode="numeric" {...form.text('accountVat')} />
      </FieldPair>
      <FieldPair>
        <TextInput label="Suppliers" inputMode="numeric" {...form.text('accountSuppliers')} />
        <TextInput label="Bank" inputMode="numeric" {...form.text('accountBank')} />
      </FieldPair>
      <TextInput
        label="Invoices to come"
        description="What is owed to partners who invoice themselves, until their invoice is accepted"
        inputMode="numeric"
        {...form.text('accountAccrued')}
      />
      <Title order={3} fz={16} mt="sm">
        Individuals without a business
      </Title>
      <FieldPair>
        <TextInput label="Alert from payments a year" inputMode="numeric" {...form.text('occasionalPayments')} />
        <MoneyField label="Or from (€) a year" bare {...form.number('occasionalCents')} />
      </FieldPair>
    </FormDialog>
  )
}
