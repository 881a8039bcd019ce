import * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import { partnerWithExternalId } from '#accounts/people/server/queries.ts'
import type { FieldChanges } from '#leads/fields/domain/fields.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { holdExternalId } from '#platform/server/external-id-lock.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { type leadChanges, type OpenLeadInput, openLeadForm } from '../api/leads.ts'
import type { LeadStatus } from '../domain/leads.ts'
import { m } from '../messages/messages.ts'
import { addLead, checkPassage, editLead, lockLead, moveLead } from './commands.ts'
import { findLeadId } from './queries.ts'

/** Fields that are left out keep their value. */
type UpsertedLead = Pick<z.output<typeof leadChanges>, 'expected'> & { readonly fields?: FieldChanges | undefined } & {
  [F in keyof OpenLeadInput]?: OpenLeadInput[F] | undefined
} & {
  readonly partnerId?: string | undefined
  readonly partnerExternalId?: string | undefined
  readonly status?: LeadStatus | undefined
}

/**
 * Adds the lead with this external id, or changes and moves the one there is, by the commands that people use: duplicates are
 * marked, and a lead whose commission is settled stays where it is. Refuses `lead_of_other_partner` and what those refuse.
 */
export async function upsertLead(
  context: TransactionContext,
  externalId: string,
  { partnerId, partnerExternalId, status, expected, fields: own, ...fields }: UpsertedLead,
): Promise<{ id: string; created: boolean }> {
  await holdExternalId(context.tx, 'lead', externalId)
  const owner = partnerId ?? (await findPartnerId(context, partnerExternalId))
  const existingId = await findLeadId(context.tx, externalId)
  const id = existingId ?? (await addLead(context, { ...newLead(fields), fields: own, partnerId: owner })).id
  if (existingId) await editLead(context, id, { ...(fields as Partial<OpenLeadInput>), fields: own }, expected)
  else await setLeadExternalId(context, id, externalId)
  const lead = await lockLead(context, id)
  const text = m.staysWithPartner()
  refuseUnless(!owner || lead.partner_id === owner, 'lead_of_other_partner', text)
  if (status && status !== lead.status) {
    const move = { from: lead.status, to: status }
    await checkPassage(context, id, move)
    await moveLead(context, id, move)
  }
  return { id, created: !existingId }
}

async function findPartnerId({ tx }: TransactionContext, externalId: string | undefined): Promise<string | undefined> {
  if (externalId === undefined) return undefined
  const partner = await partnerWithExternalId(tx, externalId)
  refuseFieldUnless(partner, 'partnerExternalId', m.noSuchExternalId(), 'not_found')
  return partner.user_id
}

/** Refuses `invalid_input` where a new lead lacks a required field. */
function newLead(fields: object): OpenLeadInput {
  const result = z.safeParse(openLeadForm, fields)
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw new Refusal('invalid_input', m.newLeadIncomplete(), { fields: errors })
}

/** Sets the id of a lead in another system; null removes it. Refuses `external_id_taken`. */
export async function setLeadExternalId(context: TransactionContext, id: string, externalId: string | null): Promise<void> {
  const lead = await lockLead(context, id)
  if (lead.external_id === externalId) return
  await context.tx.updateTable('leads').set({ external_id: externalId }).where('id', '=', id).execute()
  await context.recordEvent({
    name: 'lead.external_id_changed',
    subjectId: id,
    audience: staff,
    partnerId: lead.partner_id,
    before: { externalId: lead.external_id },
    after: { externalId },
  })
}
