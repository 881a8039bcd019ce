import { NativeSelect, TextInput } from '@mantine/core'
import { normalizeCompanyNumber, sirenError } from '#platform/domain/company-numbers.ts'
import { formatEurosExact, percentText } from '#platform/domain/money.ts'
import { frenchVatNumber } from '#platform/domain/vat-numbers.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type BillingRegime, billingFieldsFor, regimesFor, vatOfPayout, vatWording } from '../domain/billing.ts'
import { companyNumbers } from '../domain/billing-check.ts'
import { frenchVatRates } from '../domain/vat.ts'
import { m } from '../messages/messages.ts'
import classes from './billing.module.css'
import { type BillingForm, billingInput, regimeLabels } from './billing-form.ts'

const rateOptions = frenchVatRates.map((rate) => ({ value: String(rate), label: percentText(rate) }))
/** The net amount that the form calculates as an example of the VAT. */
const exampleCents = 100_000

/** The VAT number that follows from a French company number; null while that is not valid. */
export function expectedVatNumber(companyNumber: string): string | null {
  const { siren } = companyNumbers(normalizeCompanyNumber(companyNumber))
  return sirenError(siren) ? null : frenchVatNumber(siren)
}

/** Regime, rate and VAT number, and what they mean for a payout. */
export function VatFields({ form }: { readonly form: BillingForm }) {
  const input = billingInput(form.values)
  const { mode, regime, country } = input
  if (mode === '') return null
  const needed = billingFieldsFor(mode, country, regime)
  const terms = { mode, regime, vatRate: input.vatRate }
  const { vatCents } = vatOfPayout(exampleCents, terms)
  const regimes = regimesFor(mode, country)
  return (
    <>
      {mode !== 'receipt' && (
        <FieldPair>
          <NativeSelect
            label={m.vatRegime()}
            name="regime"
            value={regime}
            error={form.errors.regime}
            disabled={regimes.length < 2}
            data={regimes.map((value) => ({ value, label: regimeLabels[value] }))}
            onChange={(event) => form.set('regime', event.currentTarget.value as BillingRegime)}
          />
          {needed.vatRate && (
            <NativeSelect
              label={m.rate()}
              name="vatRate"
              value={form.values.vatRate}
              error={form.errors.vatRate}
              data={rateOptions}
              onChange={(event) => form.set('vatRate', event.currentTarget.value)}
            />
          )}
        </FieldPair>
      )}
      {needed.vatNumber && (
        <TextInput label={m.vatNumber()} required autoComplete="off" spellCheck={false} {...form.text('vatNumber')} />
      )}
      <div className={classes.vat} aria-live="polite">
        <strong>{vatWording(terms)}</strong>
        <SoftText>
          {m.vatExample({ net: formatEurosExact(exampleCents), paid: formatEurosExact(exampleCents + vatCents) })}
        </SoftText>
      </div>
    </>
  )
}
