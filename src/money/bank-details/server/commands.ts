import type * as z from 'zod/mini'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf, personOf } from '#access/server/acting.ts'
import {
  type Confirmation,
  checkConfirmed,
  refuseSoonAfterAppointment,
  refuseSoonAfterReset,
} from '#accounts/auth/server/guards.ts'
import { ibanChecksOut } from '#platform/domain/iban.ts'
import type { Config } from '#platform/server/config.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { bankDetailsForm, SavedPaymentInfo } from '../api.ts'
import type { BankDetail } from '../domain/bank-details.ts'
import { m } from '../messages/messages.ts'
import { encryptIban, readIban, readMask } from './iban-encryption.ts'
import { presentHold } from './present.ts'

type Form = z.output<typeof bankDetailsForm>

function holderColumns({ accountHolder, street, buildingNumber, postcode, town, postalCountry }: Form) {
  return {
    ...(accountHolder === undefined ? {} : { account_holder: accountHolder }),
    ...(street === undefined ? {} : { street }),
    ...(buildingNumber === undefined ? {} : { building_number: buildingNumber }),
    ...(postcode === undefined ? {} : { postcode }),
    ...(town === undefined ? {} : { town }),
    ...(postalCountry === undefined ? {} : { postal_country: postalCountry }),
  }
}

/** The columns behind each field that an event names. */
const columnsOf = {
  company: ['company'],
  iban: ['iban'],
  address: ['address'],
  country: ['country'],
  accountHolder: ['account_holder'],
  postalAddress: ['street', 'building_number', 'postcode', 'town', 'postal_country'],
} as const satisfies Record<BankDetail, readonly string[]>
const fieldNames = Object.keys(columnsOf) as readonly BankDetail[]

type Values = Readonly<Record<string, unknown>>

/** Fields of which a column is sent and differs from what was stored. */
function changedFields(before: Values, columns: Values): BankDetail[] {
  return fieldNames.filter((name) => columnsOf[name].some((column) => column in columns && columns[column] !== before[column]))
}

/** The name of the payee in a transfer: the holder, else the company. */
const payeeOf = (row: { readonly account_holder: string; readonly company: string }) => row.account_holder || row.company

/** Why a change needs confirmation: it decides who is paid. Null if it needs none, as for a country that was empty before. */
function purposeOfProof(before: Stored, after: Stored, replacesIban: boolean): string | null {
  if (replacesIban) return m.toChangeIban()
  if (payeeOf(before) !== payeeOf(after)) return m.toChangeHolder()
  const isMoved =
    before.country !== after.country || (before.postal_country !== '' && before.postal_country !== after.postal_country)
  return isMoved ? m.toChangeCountry() : null
}

type Stored = Readonly<Record<'account_holder' | 'company' | 'country' | 'postal_country', string>>

const none = { account_holder: '', street: '', building_number: '', postcode: '', town: '', postal_country: '' }

/**
 * Saves the caller's bank details. Replacing IBAN, account holder or country refuses `confirmation_required` until it is
 * confirmed, the IBAN also if the stored one can no longer be decrypted; the first ones need nothing. An IBAN with a wrong
 * checksum is saved and flagged. The event contains the names of the changed fields and, encrypted, the masks of a replaced IBAN.
 */
export async function savePaymentInfo(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  form: Form,
  confirmation: Confirmation,
): Promise<SavedPaymentInfo> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const partnerId = partnerOf(context).id
  await refuseSoonAfterReset(context, userId)
  await refuseSoonAfterAppointment(context, userId)
  const { company, iban, address, country } = form
  const details = { company, address, country, ...holderColumns(form) }
  const ofIban = { ...encryptIban(config, partnerId, iban), iban_checks_out: ibanChecksOut(iban), iban_changed_at: now }
  const added = await tx
    .insertInto('payment_infos')
    .values({ partner_id: partnerId, ...details, ...ofIban, updated_at: now })
    .onConflict((conflict) => conflict.column('partner_id').doNothing())
    .executeTakeFirst()
  const columns = { ...details, iban }
  if (added.numInsertedOrUpdatedRows) return recorded(context, { changed: changedFields(none, columns) }, ofIban)
  const before = await tx
    .selectFrom('payment_infos')
    .selectAll()
    .where('partner_id', '=', partnerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const changed = changedFields({ ...before, iban: readIban(config, partnerId, before.iban_encrypted) }, columns)
  const replacesIban = changed.includes('iban')
  const purpose = purposeOfProof(before, { ...before, ...details }, replacesIban)
  if (purpose !== null) checkConfirmed(confirmation, purpose)
  await tx
    .updateTable('payment_infos')
    .set({ ...details, ...(replacesIban ? ofIban : {}), updated_at: now })
    .where('partner_id', '=', partnerId)
    .execute()
  if (!replacesIban) return recorded(context, { changed }, before)
  const maskBefore = readMask(config, partnerId, before.iban_mask_encrypted) === null ? null : before.iban_mask_encrypted
  return recorded(context, { changed, replacedIban: { maskBefore, maskAfter: ofIban.iban_mask_encrypted } }, ofIban)
}

async function recorded(
  context: TransactionContext,
  change: { readonly changed: readonly BankDetail[]; readonly replacedIban?: { maskBefore: string | null; maskAfter: string } },
  row: { readonly iban_checks_out: boolean; readonly iban_changed_at: Date },
): Promise<SavedPaymentInfo> {
  const partnerId = partnerOf(context).id
  await context.recordEvent({
    name: 'payment_info.saved',
    subjectId: partnerId,
    audience: ofPartner(partnerId),
    after: { ...change, ibanChecksOut: row.iban_checks_out },
  })
  return {
    ibanChecksOut: row.iban_checks_out,
    ...presentHold(row.iban_changed_at, context.now),
    updatedAt: context.now.toISOString(),
  }
}
