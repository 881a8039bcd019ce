import { Select, TextInput } from '@mantine/core'
import { countryOptions } from '#money/bank-details/web/country-names.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { matchingOptions } from '#platform/web/ui/fields/matching-options.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { SuggestedBilling } from '../api.ts'
import { type BillingMode, billingFieldsFor } from '../domain/billing.ts'
import { m } from '../messages/messages.ts'
import classes from './billing.module.css'
import { type BillingForm, billingInput } from './billing-form.ts'
import { ModeChoice } from './mode-choice.tsx'
import { expectedVatNumber, VatFields } from './vat-fields.tsx'

/** Options rendered at once; typing narrows them down. */
const maxOptions = 60

interface BillingFieldsProps {
  readonly form: BillingForm
  readonly suggested: SuggestedBilling | null
}

/** The billing profile's fields, in French as the documents that carry them; only those that the choices ask for. */
export function BillingFields({ form, suggested }: BillingFieldsProps) {
  const { values, errors } = form
  const { mode, country, regime } = billingInput(values)
  const needed = mode === '' ? null : billingFieldsFor(mode, country, regime)
  const choose = (nextMode: BillingMode) => {
    form.set('mode', nextMode)
    const names = [suggested?.fullName ?? '', suggested?.company ?? '']
    // A name that was typed stays.
    if (values.legalName === '' || names.includes(values.legalName)) {
      form.set('legalName', (nextMode === 'receipt' ? names[0] : names[1]) ?? '')
    }
  }
  const changeNumber = (companyNumber: string) => {
    const isDerived = values.vatNumber === '' || values.vatNumber === expectedVatNumber(values.companyNumber)
    form.set('companyNumber', companyNumber)
    if (isDerived) form.set('vatNumber', expectedVatNumber(companyNumber) ?? '')
  }
  return (
    <>
      <ModeChoice value={values.mode} error={errors.mode} onChange={choose} />
      {needed && (
        <>
          <FieldPair>
            <TextInput
              label={mode === 'receipt' ? m.fullName() : m.legalName()}
              required
              autoComplete={mode === 'receipt' ? 'name' : 'organization'}
              {...form.text('legalName')}
            />
            {needed.legalForm && (
              <TextInput
                label={m.legalForm()}
                placeholder={m.legalFormExamples()}
                required={country === 'FR'}
                autoComplete="off"
                {...form.text('legalForm')}
              />
            )}
          </FieldPair>
          <fieldset className={classes.group}>
            <legend>{m.billingAddress()}</legend>
            {suggested?.town && values.town === suggested.town && values.street === suggested.street && (
              <SoftText>{m.addressOfHolder()}</SoftText>
            )}
            <Select
              label={m.holderCountry()}
              data-field="country"
              required
              autoComplete="off"
              searchable
              allowDeselect={false}
              filter={matchingOptions}
              limit={maxOptions}
              nothingFoundMessage={m.noSuchCountry()}
              data={countryOptions}
              value={country}
              error={errors.country}
              onChange={(code) => code && form.set('country', code)}
            />
            <div className={classes.addressLine}>
              <TextInput label={m.number()} autoComplete="off" {...form.text('buildingNumber')} />
              <TextInput label={m.street()} required autoComplete="off" {...form.text('street')} />
            </div>
            <div className={classes.addressLine}>
              <TextInput label={m.postcode()} required={country === 'FR'} autoComplete="postal-code" {...form.text('postcode')} />
              <TextInput label={m.town()} required autoComplete="address-level2" {...form.text('town')} />
            </div>
          </fieldset>
          <fieldset className={classes.group}>
            <legend>{m.vat()}</legend>
            {needed.companyNumber && (
              <TextInput
                label={m.sirenOrSiret()}
                required
                inputMode="numeric"
                autoComplete="off"
                {...form.text('companyNumber')}
                onChange={(event) => changeNumber(event.currentTarget.value)}
              />
            )}
            <VatFields form={form} />
            {mode === 'self_billing' && country === 'FR' && (
              <TextInput
                label={m.electronicAddress()}
                description={m.electronicAddressHint()}
                autoComplete="off"
                {...form.text('electronicAddress')}
              />
            )}
          </fieldset>
        </>
      )}
    </>
  )
}
