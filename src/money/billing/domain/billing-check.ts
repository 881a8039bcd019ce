import { normalizeCompanyNumber, sirenError, siretError } from '#platform/domain/company-numbers.ts'
import { electronicAddressError } from '#platform/domain/electronic-address.ts'
import { vatNumberError } from '#platform/domain/vat-numbers.ts'
import { m } from '../messages/messages.ts'
import { type BillingTerms, billingFieldsFor, isVatRate, regimesFor } from './billing.ts'

/** What a partner fills in. Numbers are without spaces; what a regime has no use for is empty, the rate null. */
export interface BillingInput extends BillingTerms {
  readonly legalName: string
  /** Such as 'SARL' or 'Entrepreneur individuel'. */
  readonly legalForm: string
  /** SIREN or SIRET. */
  readonly companyNumber: string
  readonly vatNumber: string
  readonly street: string
  readonly buildingNumber: string
  readonly postcode: string
  readonly town: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** The address to which platforms deliver; empty means the SIREN, absent keeps the stored one. */
  readonly electronicAddress?: string | undefined
}

type BillingField = keyof BillingInput

export interface BillingProblem {
  readonly path: BillingField
  /** Ready to display. */
  readonly message: string
}

/** Departments that have codes of their own in ISO 3166, but are French for VAT and in addresses of invoices. */
const overseasDepartments: readonly string[] = ['GF', 'GP', 'MQ', 'RE', 'YT']

/** '73282932000074' -> SIREN and SIRET; the SIRET is empty for a SIREN alone. */
export function companyNumbers(companyNumber: string): { readonly siren: string; readonly siret: string } {
  return { siren: companyNumber.slice(0, 9), siret: companyNumber.length === 14 ? companyNumber : '' }
}

export function companyNumberError(companyNumber: string): string | null {
  if (companyNumber === '') return m.companyNumberMissing()
  if (!/^(\d{9}|\d{14})$/.test(companyNumber)) return m.companyNumberLength()
  return companyNumber.length === 14 ? siretError(companyNumber) : sirenError(companyNumber)
}

function vatNumberProblem({ vatNumber, country, companyNumber }: BillingInput): string | null {
  if (vatNumber === '') return m.vatNumberMissing()
  const siren = country === 'FR' && companyNumberError(companyNumber) === null ? companyNumbers(companyNumber).siren : null
  return vatNumberError(vatNumber, country, siren)
}

function addressProblems({ street, postcode, town, country }: BillingInput): (BillingProblem | false)[] {
  return [
    street === '' && { path: 'street', message: m.streetMissing() },
    country === 'FR' && !/^\d{5}$/.test(postcode) && { path: 'postcode', message: m.postcodeLength() },
    town === '' && { path: 'town', message: m.townMissing() },
    overseasDepartments.includes(country) && {
      path: 'country',
      message: m.overseasDepartment(),
    },
  ]
}

/** A problem of a field that is needed or has to stay empty. */
const numberProblem = (path: BillingField, needed: boolean, value: string, whenNeeded: () => string | null) => {
  const message = needed ? whenNeeded() : value === '' ? null : m.notNeeded()
  return message !== null && { path, message }
}

function electronicProblem({ electronicAddress = '', companyNumber }: BillingInput, isNeeded: boolean): BillingProblem | false {
  const siren = isNeeded ? companyNumbers(companyNumber).siren : ''
  const message = electronicAddressError(electronicAddress, siren)
  return message !== null && { path: 'electronicAddress', message }
}

/** What is missing or cannot be combined, in the order of the form; empty when all is well. */
export function billingProblems(input: BillingInput): BillingProblem[] {
  const { mode, regime, vatRate, country, legalForm, companyNumber, vatNumber } = input
  const needed = billingFieldsFor(mode, country, regime)
  const rateIsRight = needed.vatRate ? vatRate !== null && isVatRate(vatRate) : vatRate === null
  const checks: (BillingProblem | false)[] = [
    input.legalName.length < 2 && { path: 'legalName', message: m.fullNameMissing() },
    // Invoices of a French business carry its legal form; abroad there may be none.
    needed.legalForm && country === 'FR' && legalForm === '' && { path: 'legalForm', message: m.legalFormMissing() },
    !needed.legalForm && legalForm !== '' && { path: 'legalForm', message: m.notNeeded() },
    numberProblem('companyNumber', needed.companyNumber, companyNumber, () => companyNumberError(companyNumber)),
    electronicProblem(input, needed.companyNumber),
    !regimesFor(mode, country).includes(regime) && {
      path: 'regime',
      message: m.regimeOfCountry(),
    },
    !rateIsRight && { path: 'vatRate', message: needed.vatRate ? m.rateNotInForce() : m.notNeeded() },
    numberProblem('vatNumber', needed.vatNumber, vatNumber, () => vatNumberProblem(input)),
    ...addressProblems(input),
  ]
  return checks.filter((each) => each !== false)
}

/** Input with numbers normalized, and without what its mode, country and regime have no use for. */
export function fittingInput(input: BillingInput): BillingInput {
  const offered = regimesFor(input.mode, input.country)
  const regime = offered.includes(input.regime) ? input.regime : (offered[0] ?? 'none')
  const needed = billingFieldsFor(input.mode, input.country, regime)
  return {
    ...input,
    regime,
    legalForm: needed.legalForm ? input.legalForm : '',
    companyNumber: needed.companyNumber ? normalizeCompanyNumber(input.companyNumber) : '',
    vatNumber: needed.vatNumber ? normalizeCompanyNumber(input.vatNumber) : '',
    vatRate: needed.vatRate ? input.vatRate : null,
    ...(input.electronicAddress === undefined
      ? {}
      : { electronicAddress: needed.companyNumber ? input.electronicAddress.trim() : '' }),
  }
}
