import type * as z from 'zod/mini'
import { staff, everyone } from '#platform/domain/audience.ts'
import type { PayoutFormat } from '#money/bank-files/domain/payout-batch.ts'
import { instantNeedsNewFormat, type programmeForm, type ProgrammeSettings, unknownTimeZone } from '../api.ts'
import { withChanges } from '#platform/domain/changes.ts'
import { protectionMonths } from '#leads/registrations/domain/registrations.ts'
import { electronicAddressError } from '#money/invoices/domain/electronic-address.ts'
import { Refusal, fieldRefusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { encryptAccount, readAccount, readOtherAccounts } from './account.ts'
import { lockProgramme, type ProgrammeRow } from './queries.ts'
import { timeZones } from './time-zones.ts'

type Form = z.output<typeof programmeForm>
type Told = ProgrammeSettings

/** Saves how payouts leave. The event tells what changed; of the account that pays, only that it did. */
export async function saveProgramme(context: TransactionContext, config: Pick<Config, 'secret'>, form: Form): Promise<void> {
  const { tx, now } = context
  const before = await lockProgramme(tx)
  const { iban, otherIbans, ...given } = form
  const kept = toldOf(before)
  const told = withChanges(kept, given)
  checkInstant(told)
  checkElectronicAddress(told)
  const { timeZone } = told
  if (timeZone !== before.time_zone) await checkTimeZone(tx, timeZone)
  const known = readAccount(config, before.iban_encrypted)
  const ibanChanged = iban !== undefined && (iban !== known || (iban === null && before.iban_encrypted !== null))
  const account = ibanChanged ? { iban_encrypted: iban === null ? null : encryptAccount(config, iban) } : {}
  const others = readOtherAccounts(config, before)
  // Payments that are under way come back to the former account.
  const former = ibanChanged && iban !== null && known !== null ? [known] : []
  const wanted = [...new Set(otherIbans ?? [...others, ...former])].filter((each) => each !== (ibanChanged ? iban : known))
  const othersChanged = JSON.stringify(wanted) !== JSON.stringify(others)
  const further = othersChanged ? { other_ibans_encrypted: wanted.map((each) => encryptAccount(config, each)) } : {}
  const changed = (Object.keys(told) as (keyof Told)[]).filter((name) => told[name] !== kept[name])
  if (changed.length === 0 && !ibanChanged && !othersChanged) return
  await tx
    .updateTable('programme_settings')
    .set({ ...columnsOf(told), ...account, ...further, changed_at: now })
    .execute()
  const only = (values: Told) => Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Told>
  await context.recordEvent({
    name: 'programme.changed',
    subjectId: null,
    audience: staff,
    before: only(kept),
    after: { ...only(told), ibanChanged, ...(othersChanged ? { otherAccounts: wanted.length } : {}) },
  })
  if (timeZone === before.time_zone) return
  await context.recordEvent({
    name: 'time_zone.changed',
    subjectId: null,
    audience: everyone,
    before: { timeZone: before.time_zone },
    after: { timeZone },
  })
}

/** The form alone does not tell: one of the two may have been left out. Refuses `invalid_input`. */
function checkInstant({ instantTransfers, fileFormat }: Told): void {
  if (!instantTransfers || fileFormat === 'pain.001.001.09') return
  const fields = [{ path: 'instantTransfers', message: instantNeedsNewFormat }]
  throw new Refusal('invalid_input', instantNeedsNewFormat, { fields })
}

/** An address that was given before is checked with a new SIREN. Refuses `invalid_input`. */
function checkElectronicAddress({ electronicAddress, siren }: Told): void {
  const message = electronicAddressError(electronicAddress, siren, 'en')
  if (message !== null) throw fieldRefusal('electronicAddress', message)
}

/** Refuses `invalid_input` for a zone that only one of runtime and database knows. */
async function checkTimeZone(tx: Tx, timeZone: string): Promise<void> {
  refuseFieldUnless((await timeZones(tx)).includes(timeZone), 'timeZone', unknownTimeZone)
}

function columnsOf(form: Told) {
  return {
    commission_basis: form.commissionBasis,
    minimum_payout_cents: form.minimumPayoutCents,
    second_approval_above_cents: form.secondApprovalAboveCents,
    acceptance_days: form.acceptanceDays,
    invoice_required: form.invoiceRequired,
    vigilance_threshold_cents: form.vigilanceThresholdCents,
    vigilance_percent: form.vigilancePercent,
    vigilance_hold: form.vigilanceHold,
    registrations: form.registrations,
    registration_hours: form.registrationHours,
    silent_acceptance: form.silentAcceptance,
    protection_months: form.protectionMonths,
    extension_months: form.extensionMonths,
    legal_name: form.legalName,
    legal_form: form.legalForm,
    siren: form.siren,
    electronic_address: form.electronicAddress,
    vat_number: form.vatNumber,
    street: form.street,
    building_number: form.buildingNumber,
    postcode: form.postcode,
    town: form.town,
    country: form.country,
    bic: form.bic,
    bank_contract: form.bankContract,
    settled_is_paid: form.settledIsPaid,
    batch_booking: form.batchBooking,
    file_format: form.fileFormat,
    instant_transfers: form.instantTransfers,
    time_zone: form.timeZone,
  }
}

/** The row as forms and events have it: all but the account. */
export function toldOf(row: ProgrammeRow): Told {
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

interface FileChoices {
  readonly format: PayoutFormat
  readonly batchBooking: boolean
  readonly instant: boolean
  readonly contractNumber: string
}

/** Keeps the choices for a file as those of the next one. Locks the programme: files are made one after the other. */
export async function rememberFileChoices(context: TransactionContext, chosen: FileChoices): Promise<void> {
  const { tx, now } = context
  const row = await lockProgramme(tx)
  const before = {
    fileFormat: row.file_format,
    batchBooking: row.batch_booking,
    instantTransfers: row.instant_transfers,
    bankContract: row.bank_contract,
  }
  const after = {
    fileFormat: chosen.format,
    batchBooking: chosen.batchBooking,
    instantTransfers: chosen.instant,
    bankContract: chosen.contractNumber,
  }
  const names = (Object.keys(after) as (keyof typeof after)[]).filter((name) => before[name] !== after[name])
  if (names.length === 0) return
  const changed = {
    file_format: chosen.format,
    batch_booking: chosen.batchBooking,
    instant_transfers: chosen.instant,
    bank_contract: chosen.contractNumber,
    changed_at: now,
  }
  context.post(tx.updateTable('programme_settings').set(changed))
  const only = (values: typeof after) => Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<typeof after>
  await context.recordEvent({
    name: 'programme.changed',
    subjectId: null,
    audience: staff,
    before: only(before),
    after: { ...only(after), ibanChanged: false },
  })
}
