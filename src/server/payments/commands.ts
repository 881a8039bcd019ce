import type * as z from 'zod/mini'
import type { BankDetail } from '#api/event-payloads.ts'
import type { paymentForm, SavedPaymentInfo } from '#api/payments.ts'
import { ibanChecksOut } from '#domain/iban.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Config } from '../config.ts'
import type { TransactionContext } from '../transaction.ts'
import { personOf } from '../transaction.ts'
import { encryptIban, readIban } from './iban-encryption.ts'

const fieldNames = ['company', 'iban', 'address', 'country'] as const satisfies readonly BankDetail[]

/** The required confirmation, and whether it was given. */
export interface Confirmation {
  readonly by: 'password' | 'code'
  readonly given: boolean
}

/**
 * Saves the caller's bank details. Replacing an IBAN refuses `confirmation_required` until it is confirmed, also if the stored
 * one can no longer be decrypted. An IBAN with a wrong checksum is saved and flagged. The event contains the names of the
 * changed fields, never values.
 */
export async function savePaymentInfo(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  form: z.output<typeof paymentForm>,
  confirmation: Confirmation,
): Promise<SavedPaymentInfo> {
  const { tx, now } = context
  const { userId } = personOf(context)
  const { iban, ...details } = form
  const ofIban = {
    ...encryptIban(config, userId, iban),
    iban_checks_out: ibanChecksOut(iban),
    iban_changed_at: now,
  }
  const added = await tx
    .insertInto('payment_infos')
    .values({ partner_id: userId, ...details, ...ofIban, updated_at: now })
    .onConflict((conflict) => conflict.column('partner_id').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows) return recorded(context, fieldNames, ofIban)
  const before = await tx
    .selectFrom('payment_infos')
    .selectAll()
    .where('partner_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const known = { ...before, iban: readIban(config, userId, before.iban_encrypted) }
  const changed = fieldNames.filter((name) => known[name] !== form[name])
  if (changed.includes('iban') && !confirmation.given) throw confirmationRequired(confirmation.by)
  const after = changed.includes('iban') ? ofIban : before
  await tx
    .updateTable('payment_infos')
    .set({
      ...details,
      iban_encrypted: after.iban_encrypted,
      iban_seal: after.iban_seal,
      iban_checks_out: after.iban_checks_out,
      iban_changed_at: after.iban_changed_at,
      updated_at: now,
    })
    .where('partner_id', '=', userId)
    .execute()
  return recorded(context, changed, after)
}

async function recorded(
  context: TransactionContext,
  changed: readonly BankDetail[],
  saved: { readonly iban_checks_out: boolean; readonly iban_changed_at: Date },
): Promise<SavedPaymentInfo> {
  const { userId } = personOf(context)
  await context.recordEvent({
    name: 'payment_info.saved',
    subjectId: userId,
    audience: { kind: 'partner', userId },
    after: { changed, ibanChecksOut: saved.iban_checks_out },
  })
  return {
    ibanChecksOut: saved.iban_checks_out,
    ibanChangedAt: saved.iban_changed_at.toISOString(),
    updatedAt: context.now.toISOString(),
  }
}

function confirmationRequired(by: Confirmation['by']): Refusal {
  const what = by === 'code' ? 'the code of your authenticator app' : 'your password'
  return new Refusal('confirmation_required', `Enter ${what} to change the IBAN.`, { facts: { by } })
}
