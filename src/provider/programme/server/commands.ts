import type * as z from 'zod/mini'
import { everyone, staff } from '#access/domain/audience.ts'
import type { PayoutFormat } from '#money/bank-files/domain/payout-batch.ts'
import { tellOfProgramme } from '#money/terms/server/tell-commands.ts'
import { refuseOverwriting, withChanges } from '#platform/domain/changes.ts'
import { electronicAddressError } from '#platform/domain/electronic-address.ts'
import { fieldRefusal, Refusal, refuseFieldUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { ProgrammeSettings, programmeForm } from '../api.ts'
import type { LegalIdentity } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { encryptAccount, readAccount, readOtherAccounts } from './account.ts'
import { recordIdentity } from './identity-commands.ts'
import { currentSettings } from './identity-queries.ts'
import { presentProgramme, recordedSettings } from './present.ts'
import { lockProgramme } from './queries.ts'
import { timeZones } from './time-zones.ts'

type Form = z.output<typeof programmeForm>
type RecordedSettings = ProgrammeSettings

/**
 * Saves how payouts leave, and tells partners which of their terms that changes. The event tells what changed; of the account
 * that pays, only that it did.
 */
export async function saveProgramme(context: TransactionContext, config: Pick<Config, 'secret'>, form: Form): Promise<void> {
  const { tx, now } = context
  const before = await lockProgramme(tx)
  const { iban, otherIbans, expected, ...changes } = form
  refuseOverwriting(presentProgramme(config, before), expected, 'settings_changed_meanwhile')
  const previous = recordedSettings(before)
  const next = withChanges(previous, changes)
  checkInstant(next)
  checkElectronicAddress(next)
  const { timeZone } = next
  if (timeZone !== before.time_zone) await checkTimeZone(tx, timeZone)
  const currentIban = readAccount(config, before.iban_encrypted)
  const ibanChanged = iban !== undefined && (iban !== currentIban || (iban === null && before.iban_encrypted !== null))
  const account = ibanChanged ? { iban_encrypted: iban === null ? null : encryptAccount(config, iban) } : {}
  const others = readOtherAccounts(config, before)
  // Payments that are under way come back to the former account.
  const former = ibanChanged && iban !== null && currentIban !== null ? [currentIban] : []
  const newOtherIbans = [...new Set(otherIbans ?? [...others, ...former])].filter(
    (each) => each !== (ibanChanged ? iban : currentIban),
  )
  const othersChanged = JSON.stringify(newOtherIbans) !== JSON.stringify(others)
  const further = othersChanged ? { other_ibans_encrypted: newOtherIbans.map((each) => encryptAccount(config, each)) } : {}
  const changed = (Object.keys(next) as (keyof RecordedSettings)[]).filter((name) => next[name] !== previous[name])
  if (changed.length === 0 && !ibanChanged && !othersChanged) return
  const identity = await identityBefore(tx, changed)
  await tx
    .updateTable('programme_settings')
    .set({ ...toColumns(next), ...account, ...further, changed_at: now })
    .execute()
  const only = (values: RecordedSettings) =>
    Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<RecordedSettings>
  await context.recordEvent({
    name: 'programme.changed',
    subjectId: null,
    audience: staff,
    before: only(previous),
    after: { ...only(next), ibanChanged, ...(othersChanged ? { otherAccounts: newOtherIbans.length } : {}) },
  })
  if (identity) await recordIdentity(context, identity)
  await tellOfProgramme(context, previous, next)
  if (timeZone === before.time_zone) return
  await context.recordEvent({
    name: 'time_zone.changed',
    subjectId: null,
    audience: everyone,
    before: { timeZone: before.time_zone },
    after: { timeZone },
  })
}

const legalNames = ['legalName', 'legalForm', 'siren'] as const satisfies readonly (keyof LegalIdentity)[]
const addressParts = [
  'buildingNumber',
  'street',
  'postcode',
  'town',
  'country',
] as const satisfies readonly (keyof LegalIdentity)[]
const identityFields: readonly string[] = [...legalNames, ...addressParts]

/** Who people read that the provider is, before a change of its legal identity; null where that does not change. */
async function identityBefore(tx: Tx, changed: readonly string[]) {
  if (!changed.some((name) => identityFields.includes(name))) return null
  const [settings, row] = await Promise.all([
    currentSettings(tx),
    tx.selectFrom('settings').select('logo_file_id').executeTakeFirstOrThrow(),
  ])
  return { settings, logoFileId: row.logo_file_id }
}

/** The form alone does not tell: one of the two may have been left out. Refuses `invalid_input`. */
function checkInstant({ instantTransfers, fileFormat }: RecordedSettings): void {
  if (!instantTransfers || fileFormat === 'pain.001.001.09') return
  const message = m.instantNeedsNewFormat()
  throw new Refusal('invalid_input', message, { fields: [{ path: 'instantTransfers', message }] })
}

/** An address that was given before is checked with a new SIREN. Refuses `invalid_input`. */
function checkElectronicAddress({ electronicAddress, siren }: RecordedSettings): void {
  const message = electronicAddressError(electronicAddress, siren)
  if (message !== null) throw fieldRefusal('electronicAddress', message)
}

/** Refuses `invalid_input` for a zone that only one of runtime and database knows. */
async function checkTimeZone(tx: Tx, timeZone: string): Promise<void> {
  refuseFieldUnless((await timeZones(tx)).includes(timeZone), 'timeZone', m.unknownTimeZone())
}

function toColumns(form: RecordedSettings) {
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

interface FileChoices {
  readonly format: PayoutFormat
  readonly batchBooking: boolean
  readonly instant: boolean
  readonly contractNumber: string
}

/** Keeps the choices for a file as those of the next one. Locks the programme: files are made one after the other. */
export async function rememberFileChoices(context: TransactionContext, choices: FileChoices): Promise<void> {
  const { tx, now } = context
  const row = await lockProgramme(tx)
  const before = {
    fileFormat: row.file_format,
    batchBooking: row.batch_booking,
    instantTransfers: row.instant_transfers,
    bankContract: row.bank_contract,
  }
  const after = {
    fileFormat: choices.format,
    batchBooking: choices.batchBooking,
    instantTransfers: choices.instant,
    bankContract: choices.contractNumber,
  }
  const names = (Object.keys(after) as (keyof typeof after)[]).filter((name) => before[name] !== after[name])
  if (names.length === 0) return
  const changed = {
    file_format: choices.format,
    batch_booking: choices.batchBooking,
    instant_transfers: choices.instant,
    bank_contract: choices.contractNumber,
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
