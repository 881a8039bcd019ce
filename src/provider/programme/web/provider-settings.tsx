import { Checkbox, Select, Textarea, TextInput, Title } from '@mantine/core'
import { bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { payoutFormats } from '#money/bank-files/domain/payout-batch.ts'
import { formatOptions } from '#money/payouts/web/payout-formats.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Programme } from '../api.ts'
import type { ProgrammeForm } from './programme-form.ts'

/** The provider as the register has it, which statements and invoices name. */
export function ProviderSettings({ form }: { readonly form: ProgrammeForm }) {
  const { legalName } = form.values
  return (
    <>
      <Title order={3} fz={16} mt="sm">
        Provider, as registered
      </Title>
      <div>
        <TextInput label="Legal name" description="The debtor of transfers, and on statements" {...form.text('legalName')} />
        {legalName.trim() !== '' && bankText(legalName, maxBankName) !== legalName.trim() && (
          <SoftText mt={4} aria-live="polite">
            The bank reads: {bankText(legalName, maxBankName)}
          </SoftText>
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
    </>
  )
}

interface AccountSettingsProps {
  readonly form: ProgrammeForm
  /** The stored programme; whole IBANs are never sent back. */
  readonly programme: Programme
}

/** The account that pays, and the format of its files. */
export function AccountSettings({ form, programme: { maskedIban, otherMaskedIbans } }: AccountSettingsProps) {
  return (
    <>
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
    </>
  )
}
