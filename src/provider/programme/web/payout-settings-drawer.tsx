import { Button, Checkbox, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Programme } from '../api.ts'
import { programmeForm } from '../api.ts'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { commissionBases } from '#money/commissions/domain.ts'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { eurosInputText, typedEuros } from '#platform/domain/typed-amounts.ts'
import { useApiForm } from '#platform/web/app/form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialog.tsx'
import { FieldPair } from '#platform/web/ui/field-pair.tsx'
import { optionsOf } from '#platform/web/ui/list-filter.tsx'
import { MoneyField } from '#platform/web/ui/money-field.tsx'
import { QueryBoundary } from '#platform/web/ui/states.tsx'
import { programmeQuery, saveProgramme } from '#money/payouts/web/data.ts'
import { RegistrationSettings } from './registration-settings.tsx'
import { formatOptions } from '#money/payouts/web/payout-formats.ts'
import { TimeZoneField } from './time-zone-field.tsx'
import { WithRight } from '#platform/web/app/with-right.tsx'

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

const none = '-'
const ibansOf = (typed: string) => (typed.trim() === none ? [] : typed.split(/[\n,;]+/).filter((each) => each.trim()))

/** What is no whole number stays as typed, for the form's own message. */
const wholeNumber = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed)

function SettingsForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const { maskedIban, otherMaskedIbans, ...known } = programme
  const form = useApiForm({
    shape: programmeForm,
    initial: {
      ...known,
      minimumPayoutCents: eurosInputText(known.minimumPayoutCents),
      secondApprovalAboveCents: eurosInputText(known.secondApprovalAboveCents),
      acceptanceDays: String(known.acceptanceDays),
      vigilanceThresholdCents: eurosInputText(known.vigilanceThresholdCents),
      vigilancePercent: String(known.vigilancePercent),
      registrationHours: String(known.registrationHours),
      extensionMonths: String(known.extensionMonths),
      iban: '',
      otherIbans: '',
    },
    wire: ({
      minimumPayoutCents,
      secondApprovalAboveCents,
      acceptanceDays,
      vigilanceThresholdCents,
      vigilancePercent,
      registrationHours,
      extensionMonths,
      iban,
      otherIbans,
      ...rest
    }) => ({
      ...rest,
      minimumPayoutCents: typedEuros(minimumPayoutCents),
      secondApprovalAboveCents: typedEuros(secondApprovalAboveCents),
      acceptanceDays: wholeNumber(acceptanceDays),
      vigilanceThresholdCents: typedEuros(vigilanceThresholdCents),
      vigilancePercent: wholeNumber(vigilancePercent),
      registrationHours: wholeNumber(registrationHours),
      extensionMonths: wholeNumber(extensionMonths),
      ...(iban.trim() ? { iban } : {}),
      ...(otherIbans.trim() ? { otherIbans: ibansOf(otherIbans) } : {}),
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
          <TextInput
            label="Electronic address"
            description="For invoices, in the directory of platforms; empty: your SIREN"
            {...form.text('electronicAddress')}
          />
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
          <Textarea
            label="Your other accounts"
            description={
              otherMaskedIbans.length > 0
                ? `Now ${otherMaskedIbans.join(', ')}; leave empty to keep them, type - for none`
                : 'One IBAN a line: their statements are read as well, those of all others change nothing'
            }
            autosize
            autoComplete="off"
            {...form.text('otherIbans')}
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
            data={formatOptions}
            allowDeselect={false}
            value={form.values.fileFormat}
            onChange={(value) => {
              const format = payoutFormats.find((each) => each === value) ?? 'pain.001.001.09'
              form.set('fileFormat', format)
              if (format !== 'pain.001.001.09') form.set('instantTransfers', false)
            }}
          />
          <Checkbox
            label="One debit for a whole file"
            description="Otherwise the account shows one for each partner"
            checked={form.values.batchBooking}
            onChange={({ currentTarget }) => form.set('batchBooking', currentTarget.checked)}
          />
          <Checkbox
            label="Settled transfers count as paid"
            description="As soon as the bank reports them (ACSC, ACCC), without waiting for its statement"
            checked={form.values.settledIsPaid}
            onChange={({ currentTarget }) => form.set('settledIsPaid', currentTarget.checked)}
          />
          <Checkbox
            label="Instant transfers"
            description="In pain.001.001.09 alone"
            disabled={form.values.fileFormat !== 'pain.001.001.09'}
            checked={form.values.instantTransfers}
            onChange={({ currentTarget }) => form.set('instantTransfers', currentTarget.checked)}
          />
          <WithRight right="programme" explained>
            <Button type="submit" loading={form.busy}>
              Save
            </Button>
          </WithRight>
        </Stack>
      </form>
    </SideDialog>
  )
}
