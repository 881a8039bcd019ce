import { Button, Checkbox, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Programme } from '#api/programme.ts'
import { programmeForm } from '#api/programme.ts'
import { payoutFormats } from '#domain/bank/payout-batch.ts'
import { commissionBases } from '#domain/commissions.ts'
import { bankText, maxBankName } from '#domain/bank/bank-text.ts'
import { eurosInputText, typedEuros } from '#domain/typed-amounts.ts'
import { useApiForm } from '../app/form.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { SideDialog } from '../ui/dialog.tsx'
import { FieldPair } from '../ui/field-pair.tsx'
import { optionsOf } from '../ui/list-filter.tsx'
import { MoneyField } from '../ui/money-field.tsx'
import { QueryBoundary } from '../ui/states.tsx'
import { programmeQuery, saveProgramme } from './data.ts'

const formats = optionsOf(payoutFormats, {
  'pain.001.001.09': 'pain.001.001.09 (current)',
  'pain.001.001.03': 'pain.001.001.03 (older banks)',
})
const bases = optionsOf(commissionBases, {
  signature: 'Validation by hand, once the client has paid',
  cash: 'Each payment of the client, for its part',
})

/** How payouts leave and who pays them. Mounted only while open. */
export default function PayoutSettingsDrawer({ onClose }: { onClose: () => void }) {
  const programme = useQuery(programmeQuery)
  const { data } = programme
  if (data) return <SettingsForm programme={data} onClose={onClose} />
  return (
    <SideDialog onClose={onClose} title="Payout settings" size="lg" position="right">
      <QueryBoundary query={programme}>{() => null}</QueryBoundary>
    </SideDialog>
  )
}

function SettingsForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const { maskedIban, ...known } = programme
  const form = useApiForm({
    shape: programmeForm,
    initial: {
      ...known,
      minimumPayoutCents: eurosInputText(known.minimumPayoutCents),
      secondApprovalAboveCents: eurosInputText(known.secondApprovalAboveCents),
      acceptanceDays: String(known.acceptanceDays),
      iban: '',
    },
    wire: ({ minimumPayoutCents, secondApprovalAboveCents, acceptanceDays, iban, ...rest }) => ({
      ...rest,
      minimumPayoutCents: typedEuros(minimumPayoutCents),
      secondApprovalAboveCents: typedEuros(secondApprovalAboveCents),
      acceptanceDays: /^\d+$/.test(acceptanceDays.trim()) ? Number(acceptanceDays) : acceptanceDays,
      ...(iban.trim() ? { iban } : {}),
    }),
    faultTitle: 'Validation error',
    send: async (input) => {
      await saveProgramme(input)
      toastSuccess('Payout settings saved')
      onClose()
    },
    onFailure: (error) => toastFailure('Error', error),
  })
  const { legalName } = form.values
  return (
    <SideDialog onClose={onClose} filled={form.filled} title="Payout settings" size="lg" position="right">
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
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
            <MoneyField
              label="Minimum payout (€)"
              description="Less is carried over"
              bare
              {...form.number('minimumPayoutCents')}
            />
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
          <Title order={3} fz={16} mt="sm">
            Provider, as registered
          </Title>
          <div>
            <TextInput label="Legal name" description="The debtor of transfers, and on statements" {...form.text('legalName')} />
            {legalName.trim() !== '' && bankText(legalName, maxBankName) !== legalName.trim() && (
              <Text fz="sm" c="var(--ink-soft)" mt={4} aria-live="polite">
                The bank reads: {bankText(legalName, maxBankName)}
              </Text>
            )}
          </div>
          <TextInput label="Legal form" placeholder="SAS au capital de 10 000 €" {...form.text('legalForm')} />
          <FieldPair>
            <TextInput label="SIREN" inputMode="numeric" {...form.text('siren')} />
            <TextInput label="VAT number" {...form.text('vatNumber')} />
          </FieldPair>
          <FieldPair>
            <TextInput label="Number" {...form.text('buildingNumber')} />
            <TextInput label="Street" {...form.text('street')} />
          </FieldPair>
          <FieldPair>
            <TextInput label="Postcode" {...form.text('postcode')} />
            <TextInput label="Town" {...form.text('town')} />
          </FieldPair>
          <TextInput label="Country" description="Two letters, such as FR" maxLength={2} {...form.text('country')} />
          <Title order={3} fz={16} mt="sm">
            Account that pays
          </Title>
          <TextInput
            label="IBAN"
            description={
              maskedIban ? `Now ${maskedIban}; leave empty to keep it` : 'Stored encrypted; only its ends are shown afterwards'
            }
            autoComplete="off"
            {...form.text('iban')}
          />
          <FieldPair>
            <TextInput label="BIC" description="If the bank asks for it" autoComplete="off" {...form.text('bic')} />
            <TextInput
              label="Contract number"
              description="If the bank asks for it"
              autoComplete="off"
              {...form.text('bankContract')}
            />
          </FieldPair>
          <Select
            label="File format"
            data={formats}
            allowDeselect={false}
            value={form.values.fileFormat}
            onChange={(value) => form.set('fileFormat', payoutFormats.find((each) => each === value) ?? 'pain.001.001.09')}
          />
          <Checkbox
            label="One debit for a whole file"
            description="Otherwise the account shows one for each partner"
            checked={form.values.batchBooking}
            onChange={({ currentTarget }) => form.set('batchBooking', currentTarget.checked)}
          />
          <Button type="submit" loading={form.busy}>
            Save
          </Button>
        </Stack>
      </form>
    </SideDialog>
  )
}
