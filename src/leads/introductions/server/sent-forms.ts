import { type Insertable, sql } from 'kysely'
import { system } from '#access/domain/actor.ts'
import { isEmpty } from '#leads/fields/domain/field-changes.ts'
import type { FieldChanges } from '#leads/fields/domain/fields.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { IntroductionForms } from '#platform/server/db/schema.generated.ts'
import type { Portal } from '#platform/server/portal.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import { formHours } from '../domain.ts'

const purpose = 7_277_469

/** Serializes copies of one form until the transaction ends. To be called before anything else is locked. */
export async function holdForm(tx: Tx, formId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${purpose}, hashtext(${formId}))`.execute(tx)
}

/** A keyed hash of a form's contents: it tells two sendings apart without revealing what was typed. */
export function contentsOf(
  { secret }: Pick<Config, 'secret'>,
  form: Readonly<Record<'name' | 'company' | 'email' | 'phone' | 'message' | 'offer', string>> & {
    readonly fields: FieldChanges
  },
): string {
  const { name, company, email, phone, message, offer, fields } = form
  const chosen = [...(offer === '' ? [] : [offer]), ...(isEmpty(fields) ? [] : [fields])]
  return sign(secret, 'introduction-contents', JSON.stringify([name, company, email, phone, message, ...chosen]))
}

/** As which leads a form was sent, the newest first; without a lead once that was deleted. */
export function sentForms(tx: Tx, formId: string) {
  return tx
    .selectFrom('introduction_forms')
    .select(['contents', 'lead_id'])
    .where('form_id', '=', formId)
    .orderBy('sent_at', 'desc')
    .execute()
}

export async function keepForm(tx: Tx, form: Insertable<IntroductionForms>): Promise<void> {
  await tx.insertInto('introduction_forms').values(form).execute()
}

/** Deletes the records of forms that can no longer be sent. */
export async function sweepForms({ database, clock }: Pick<Portal, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock.now().getTime() - 2 * formHours * 3_600_000)
  await database.asActor(system, (tx) => tx.deleteFrom('introduction_forms').where('sent_at', '<', oldest).execute())
}
