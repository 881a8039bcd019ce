import type * as z from 'zod/mini'
import type { paymentForm } from '#contract/payments.ts'
import { ibanChecksOut } from '#domain/iban.ts'
import type { Config } from '../config.ts'
import type { Work } from '../work.ts'
import { personOf } from '../work.ts'
import { encryptIban, decryptIban } from './iban-encryption.ts'

/** Saves the caller's bank details. An IBAN whose checksum does not match is saved and marked; the event names what changed and holds no value. */
export async function savePaymentInfo(
  work: Work,
  config: Pick<Config, 'secret'>,
  form: z.output<typeof paymentForm>,
): Promise<void> {
  const { userId } = personOf(work)
  const before = await work.tx
    .selectFrom('payment_infos')
    .selectAll()
    .where('partner_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  const known = before && { ...before, iban: decryptIban(config, userId, before.iban_encrypted) }
  const changed = (['company', 'iban', 'address', 'country'] as const).filter((name) => known?.[name] !== form[name])
  const fields = {
    company: form.company,
    iban_encrypted: encryptIban(config, userId, form.iban),
    iban_checks_out: ibanChecksOut(form.iban),
    address: form.address,
    country: form.country,
    updated_at: work.now,
  }
  await work.tx
    .insertInto('payment_infos')
    .values({ partner_id: userId, ...fields })
    .onConflict((conflict) => conflict.column('partner_id').doUpdateSet(fields))
    .execute()
  await work.record({
    name: 'payment_info.saved',
    subjectId: userId,
    audience: { kind: 'partner', userId },
    after: { changed, ibanChecksOut: fields.iban_checks_out },
  })
}
