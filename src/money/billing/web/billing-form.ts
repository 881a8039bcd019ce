import type * as z from 'zod/mini'
import type { ConflictLabels } from '#platform/web/app/forms/changed-by-other.tsx'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { type BillingProfile, billingForm, type SuggestedBilling } from '../api.ts'
import type { BillingMode, BillingRegime, BillingTerms } from '../domain/billing.ts'
import { type BillingInput, fittingInput } from '../domain/billing-check.ts'
import { m } from '../messages/messages.ts'
import { modeChoices } from './mode-choice.tsx'

/** What is typed; fields that a choice hides keep their text until the form is saved. */
interface BillingValues extends Record<string, unknown>, Omit<BillingInput, keyof BillingTerms> {
  /** Empty until the partner chooses. */
  readonly mode: BillingMode | ''
  readonly regime: BillingRegime
  /** Percent; empty until it is chosen. */
  readonly vatRate: string
  readonly electronicAddress: string
}

/** Values of the form for a profile, or for none with what is known of the partner. */
export function billingValues(profile: BillingProfile | null, suggested: SuggestedBilling | null): BillingValues {
  const { street = '', buildingNumber = '', postcode = '', town = '', country = 'FR' } = profile ?? suggested ?? {}
  return {
    mode: profile?.mode ?? '',
    regime: profile?.regime ?? 'standard',
    vatRate: String(profile?.vatRate ?? 20),
    legalName: profile?.legalName ?? '',
    legalForm: profile?.legalForm ?? '',
    companyNumber: profile?.siret || profile?.siren || '',
    vatNumber: profile?.vatNumber ?? '',
    street,
    buildingNumber,
    postcode,
    town,
    country,
    electronicAddress: profile?.electronicAddress ?? '',
  }
}

/** The request for what is typed. Before a mode is chosen it is refused, at the mode. */
export function billingInput({ mode, vatRate, ...values }: BillingValues) {
  const input = fittingInput({ ...values, mode: mode || 'upload', vatRate: Number(vatRate) })
  return { ...input, mode }
}

export const regimeLabels: Readonly<Record<BillingRegime, string>> = {
  standard: m.vatPayer(),
  franchise: m.franchise(),
  reverse_charge: m.euCompany(),
  none: m.noVatNumber(),
}

const labels: ConflictLabels = {
  mode: [m.billingOfCommissions(), (mode: BillingMode) => modeChoices[mode].title],
  regime: [m.vatRegime(), (regime: BillingRegime) => regimeLabels[regime]],
  vatRate: m.rate(),
  legalName: m.legalName(),
  legalForm: m.legalForm(),
  companyNumber: m.sirenOrSiret(),
  vatNumber: m.vatNumber(),
  street: m.street(),
  buildingNumber: m.number(),
  postcode: m.postcode(),
  town: m.town(),
  country: m.holderCountry(),
  electronicAddress: m.electronicAddress(),
}

interface BillingFormParts {
  readonly initial: BillingValues
  readonly draft: string
  readonly send: (input: z.output<typeof billingForm>) => Promise<unknown>
  readonly onFailure: (error: unknown) => void
}

export function useBillingForm(parts: BillingFormParts) {
  return useDraftForm({ shape: billingForm, toRequestBody: billingInput, labels, errorTitle: m.validationError(), ...parts })
}

export type BillingForm = ReturnType<typeof useBillingForm>
