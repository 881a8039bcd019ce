import { protectionMonths } from '#leads/registrations/domain/registrations.ts'
import type { BusinessParty } from '#money/documents/domain/invoice.ts'
import { maskIban } from '#platform/domain/iban.ts'
import type { Config } from '#platform/server/config.ts'
import type { Programme, ProgrammeSettings } from '../api.ts'
import type { LegalIdentity } from '../domain.ts'
import { readAccount, readOtherAccounts } from './account.ts'
import type { ProgrammeRow } from './queries.ts'

/** The programme as staff see it: of accounts, only the ends of their numbers. */
export function presentProgramme(config: Pick<Config, 'secret'>, row: ProgrammeRow): Programme {
  const iban = readAccount(config, row.iban_encrypted)
  const otherMaskedIbans = readOtherAccounts(config, row).map(maskIban)
  return { ...recordedSettings(row), maskedIban: iban && maskIban(iban), otherMaskedIbans }
}

/** The columns of a business, which the provider's settings and billing profiles share. */
type BusinessColumns = Pick<
  ProgrammeRow,
  | ('legal_name' | 'legal_form' | 'siren' | 'vat_number' | 'electronic_address')
  | ('street' | 'building_number' | 'postcode' | 'town' | 'country')
>

export function registeredParty(row: BusinessColumns): BusinessParty {
  return {
    legalName: row.legal_name,
    legalForm: row.legal_form,
    address: {
      line1: [row.building_number, row.street].filter(Boolean).join(' '),
      line2: '',
      postcode: row.postcode,
      city: row.town,
      country: row.country,
    },
    siren: row.siren || null,
    siret: null,
    vatNumber: row.vat_number || null,
    ...(row.electronic_address === '' ? {} : { electronicAddress: row.electronic_address }),
  }
}

/** The provider as registered; its public name until the programme's settings are filled in. */
export function providerParty(row: BusinessColumns, providerName: string): BusinessParty {
  return { ...registeredParty(row), legalName: row.legal_name || providerName }
}

/** The row as forms and events have it: all but the account. */
export function recordedSettings(row: ProgrammeRow): ProgrammeSettings {
  return {
    commissionBasis: row.commission_basis,
    minimumPayoutCents: row.minimum_payout_cents,
    secondApprovalAboveCents: row.second_approval_above_cents,
    acceptanceDays: row.acceptance_days,
    invoiceRequired: row.invoice_required,
    vigilanceThresholdCents: row.vigilance_threshold_cents,
    vigilancePercent: row.vigilance_percent,
    vigilanceHold: row.vigilance_hold,
    registrations: row.registrations,
    registrationHours: row.registration_hours,
    silentAcceptance: row.silent_acceptance,
    protectionMonths: protectionMonths.find((months) => months === row.protection_months) ?? 6,
    extensionMonths: row.extension_months,
    legalName: row.legal_name,
    legalForm: row.legal_form,
    siren: row.siren,
    electronicAddress: row.electronic_address,
    vatNumber: row.vat_number,
    street: row.street,
    buildingNumber: row.building_number,
    postcode: row.postcode,
    town: row.town,
    country: row.country,
    bic: row.bic,
    bankContract: row.bank_contract,
    settledIsPaid: row.settled_is_paid,
    batchBooking: row.batch_booking,
    fileFormat: row.file_format,
    instantTransfers: row.instant_transfers,
    timeZone: row.time_zone,
  }
}

/** What the register has of the provider. */
export function registeredIdentity(row: ProgrammeRow): LegalIdentity {
  const { legalName, legalForm, siren, buildingNumber, street, postcode, town, country } = recordedSettings(row)
  return { legalName, legalForm, siren, buildingNumber, street, postcode, town, country }
}
