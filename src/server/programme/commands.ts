import type * as z from 'zod/mini'
import type { programmeForm } from '#api/programme.ts'
import type { Config } from '../config.ts'
import type { TransactionContext } from '../transaction.ts'
import { encryptAccount, readAccount } from './account.ts'
import type { ProgrammeRow } from './queries.ts'
import { lockProgramme } from './queries.ts'

type Form = z.output<typeof programmeForm>
type Told = Omit<Form, 'iban'>

/** Saves how payouts leave. The event tells what changed; of the account that pays, only that it did. */
export async function saveProgramme(context: TransactionContext, config: Pick<Config, 'secret'>, form: Form): Promise<void> {
  const { tx, now } = context
  const before = await lockProgramme(tx)
  const { iban, ...told } = form
  const known = readAccount(config, before.iban_encrypted)
  const ibanChanged = iban !== undefined && (iban !== known || (iban === null && before.iban_encrypted !== null))
  const account = ibanChanged ? { iban_encrypted: iban === null ? null : encryptAccount(config, iban) } : {}
  const changed = (Object.keys(told) as (keyof Told)[]).filter((name) => told[name] !== toldOf(before)[name])
  if (changed.length === 0 && !ibanChanged) return
  await tx
    .updateTable('programme_settings')
    .set({ ...columnsOf(told), ...account, changed_at: now })
    .execute()
  const only = (values: Told) => Object.fromEntries(changed.map((name) => [name, values[name]])) as Partial<Told>
  await context.recordEvent({
    name: 'programme.changed',
    subjectId: null,
    audience: { kind: 'staff' },
    before: only(toldOf(before)),
    after: { ...only(told), ibanChanged },
  })
}

function columnsOf(form: Told) {
  return {
    commission_basis: form.commissionBasis,
    minimum_payout_cents: form.minimumPayoutCents,
    second_approval_above_cents: form.secondApprovalAboveCents,
    acceptance_days: form.acceptanceDays,
    invoice_required: form.invoiceRequired,
    legal_name: form.legalName,
    legal_form: form.legalForm,
    siren: form.siren,
    vat_number: form.vatNumber,
    street: form.street,
    building_number: form.buildingNumber,
    postcode: form.postcode,
    town: form.town,
    country: form.country,
    bic: form.bic,
    bank_contract: form.bankContract,
    batch_booking: form.batchBooking,
    file_format: form.fileFormat,
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
    legalName: row.legal_name,
    legalForm: row.legal_form,
    siren: row.siren,
    vatNumber: row.vat_number,
    street: row.street,
    buildingNumber: row.building_number,
    postcode: row.postcode,
    town: row.town,
    country: row.country,
    bic: row.bic,
    bankContract: row.bank_contract,
    batchBooking: row.batch_booking,
    fileFormat: row.file_format,
  }
}
