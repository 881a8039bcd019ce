import { ofPartner } from '#access/domain/audience.ts'
import { firstStage } from '#leads/stages/server/queries.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { LeadInput } from '../api/leads.ts'
import { addHiddenValues, givenFields, type NewValues } from './custom-value-commands.ts'
import { type Contact, claimingContact, lockContact } from './duplicate-queries.ts'
import { toLeadRow } from './lead-row.ts'

/** Locks a contact. To be called before its leads are read and before any row is locked. */
export function holdContact({ tx }: TransactionContext, contact: Contact): Promise<void> {
  return lockContact(tx, contact)
}

/** Adds a lead that its client has left with a partner, as the system; its contact is held. `id` is that of the client's form. */
export async function addClientLead(
  context: TransactionContext,
  {
    id,
    partnerId,
    values,
    ...fields
  }: LeadInput & { readonly id: string; readonly partnerId: string; readonly values: NewValues },
): Promise<void> {
  const { tx, now } = context
  const status = await firstStage(tx)
  await tx
    .insertInto('leads')
    .values({
      id,
      partner_id: partnerId,
      ...toLeadRow(fields),
      fields: JSON.stringify(values.shown),
      status,
      possible_duplicate_of: claimingContact(fields),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await context.recordEvent({
    name: 'lead.created',
    subjectId: id,
    audience: ofPartner(partnerId),
    after: { ...fields, ...givenFields(values.shown), status },
  })
  await addHiddenValues(context, { id, partnerId, hidden: values.hidden })
}
