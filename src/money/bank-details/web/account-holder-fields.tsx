import { Select, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { bankNameProblem, bankText, maxBankName } from '#money/bank-files/domain/bank-text.ts'
import { matchingOptions } from '#platform/web/ui/fields/matching-options.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { countryOptions } from './country-names.ts'
import classes from './payment-info.module.css'

/** Options rendered at once; typing narrows them down. */
const maxOptions = 60

type HolderField = 'accountHolder' | 'street' | 'buildingNumber' | 'postcode' | 'town' | 'postalCountry'

interface AccountHolderFieldsProps {
  /** Whether the bank may want the holder's address in parts. */
  readonly asksForAddress: boolean
  readonly form: {
    readonly values: Readonly<Record<HolderField, string>>
    readonly errors: Readonly<Record<string, string>>
    readonly set: (name: 'postalCountry', value: string) => void
    readonly text: (name: HolderField) => {
      readonly name: string
      readonly value: string
      readonly error: string | undefined
      readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    }
  }
}

/** The account holder as the bank knows them, and abroad their address in parts. In French, as on the RIB they stand on. */
export function AccountHolderFields({ form, asksForAddress }: AccountHolderFieldsProps) {
  const { accountHolder } = form.values
  const isSendable = accountHolder.trim() !== '' && bankNameProblem(accountHolder) === null
  return (
    <fieldset className={classes.holder}>
      <legend>{m.holderLegend()}</legend>
      <div>
        <TextInput label={m.holderField()} description={m.holderHint()} autoComplete="off" {...form.text('accountHolder')} />
        <SoftText mt={4} aria-live="polite">
          {isSendable && m.bankWillSee({ name: bankText(accountHolder, maxBankName) })}
        </SoftText>
      </div>
      {asksForAddress && <HolderAddress form={form} />}
    </fieldset>
  )
}

function HolderAddress({ form }: Pick<AccountHolderFieldsProps, 'form'>) {
  return (
    <>
      <SoftText>{m.addressHint()}</SoftText>
      <div className={classes.addressLine}>
        <TextInput label={m.number()} autoComplete="off" {...form.text('buildingNumber')} />
        <TextInput label={m.street()} autoComplete="off" {...form.text('street')} />
      </div>
      <div className={classes.addressLine}>
        <TextInput label={m.postcode()} autoComplete="postal-code" {...form.text('postcode')} />
        <TextInput label={m.town()} autoComplete="address-level2" {...form.text('town')} />
      </div>
      <Select
        label={m.holderCountry()}
        data-field="postalCountry"
        autoComplete="off"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': m.clearCountry() }}
        filter={matchingOptions}
        limit={maxOptions}
        nothingFoundMessage={m.noSuchCountry()}
        data={countryOptions}
        value={form.values.postalCountry || null}
        error={form.errors.postalCountry}
        onChange={(code) => form.set('postalCountry', code ?? '')}
      />
    </>
  )
}
