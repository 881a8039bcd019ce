import { sql } from 'kysely'
import { ofPartner } from '#access/domain/audience.ts'
import { partnerOf } from '#access/server/acting.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { m } from '../messages/messages.ts'
import { joinedColleague, lockPartner, lockTeam, roleOf } from './team-guards.ts'

/**
 * Passes a lead to a colleague, who sees it from now on: owners and managers pass all leads of the company, members their own.
 * Refuses `not_found`, `partner_role_missing`, and `invalid_input` for a colleague who sees no leads.
 */
export async function passLead(context: CallerContext, leadId: string, personId: string): Promise<void> {
  const { tx, caller } = context
  const { id: partnerId } = partnerOf({ actor: caller })
  const lead = await tx
    .selectFrom('leads')
    .select('typed_by')
    .where('id', '=', leadId)
    .where('partner_id', '=', partnerId)
    .where('restricted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  await lockPartner(context, partnerId)
  const role = await roleOf(context, partnerId, caller.userId)
  // Nobody is told about leads that they do not see.
  const isSeen = lead && (role !== 'member' || lead.typed_by === caller.userId)
  if (!isSeen) throw new Refusal('not_found', m.noSuchLead())
  refuseUnless(role === 'owner' || role === 'manager' || role === 'member', 'partner_role_missing', m.ownLeadsOnly())
  await checkReceiver(context, partnerId, personId)
  if (personId === lead.typed_by) return
  await tx.updateTable('leads').set({ typed_by: personId }).where('id', '=', leadId).execute()
  const former = await roleOf(context, partnerId, lead.typed_by)
  if (former !== 'owner') {
    await tx.deleteFrom('unread_leads').where('user_id', '=', lead.typed_by).where('lead_id', '=', leadId).execute()
  }
  await context.recordEvent({
    name: 'lead.passed',
    subjectId: leadId,
    audience: ofPartner(partnerId),
    before: { personId: lead.typed_by },
    after: { personId },
  })
}

/**
 * Passes all leads that somebody of a partner follows to a colleague, as that person leaves. Refuses `partner_role_missing` to
 * whoever is no owner, `not_found`, and `invalid_input` for a colleague who sees no leads, or for the same person.
 */
export async function passAllLeads(
  context: CallerContext,
  { partnerId, from, to }: { readonly partnerId: string; readonly from: string; readonly to: string },
): Promise<void> {
  const { tx } = context
  // Leads before their partner, as when one is passed.
  const leads = await tx
    .selectFrom('leads')
    .select('id')
    .where('partner_id', '=', partnerId)
    .where('typed_by', '=', from)
    .orderBy('id')
    .forUpdate()
    .execute()
  await lockTeam(context, partnerId)
  await checkReceiver(context, partnerId, to)
  refuseFieldUnless(to !== from, 'leadsTo', m.noSuchColleague())
  if (leads.length === 0) return
  const ids = leads.map(({ id }) => id)
  await tx.updateTable('leads').set({ typed_by: to }).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()
  await context.recordEvents(
    ids.map((id) => ({
      name: 'lead.passed',
      subjectId: id,
      audience: ofPartner(partnerId),
      before: { personId: from },
      after: { personId: to },
    })),
  )
}

async function checkReceiver(context: CallerContext, partnerId: string, personId: string): Promise<void> {
  const { name, role } = await joinedColleague(context, partnerId, personId)
  refuseFieldUnless(role !== 'accountant', 'personId', m.accountantGetsNoLead({ name }))
}
