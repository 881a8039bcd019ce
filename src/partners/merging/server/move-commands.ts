import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import type { Confirmation } from '#accounts/auth/server/guards.ts'
import { handOverTogether } from '#leads/registrations/server/hand-over-commands.ts'
import { checkAppointment, checkLeaving, tellOwners } from '#partners/team/server/appointment-commands.ts'
import { refuseFieldUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { newId } from '#platform/server/ids.ts'
import type { moveForm, splitForm } from '../api.ts'
import { m } from '../messages/messages.ts'
import {
  beginMembership,
  checkAllFound,
  checkNotMain,
  checkState,
  checkSums,
  leavePartner,
  recordMoves,
} from './moving-commands.ts'
import { lockPartners, requireFormer, requireOther } from './pair-guards.ts'
import { type Member, readMove, readSplit } from './queries.ts'

/**
 * Moves a person to another partner. Open leads that they typed go along where staff say so; everything else stays. Refuses
 * `not_found`, `partner_not_active`, `main_person_stays` and `preview_outdated`, and as `checkAppointment` does.
 */
export async function movePerson(
  context: CallerContext,
  partnerId: string,
  { personId, toPartnerId, withLeads, reason, state, ...part }: z.output<typeof moveForm>,
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now, caller: by } = context
  await lockPartners(context, partnerId, toPartnerId)
  const from = await requireFormer(tx, partnerId)
  const to = await requireOther(tx, toPartnerId, 'toPartnerId', from)
  const { members, leads, preview } = await readMove(tx, from, to, personId)
  checkAllFound(members, [personId])
  checkNotMain(members, from)
  checkState(preview.state, state)
  await checkLeaving(context, from.id, [personId])
  const appointed = await checkAppointment({ tx, now, by, confirmation }, to.id, part.role)
  await leavePartner(context, from.id, personId)
  await beginMembership(context, to.id, personId, part, appointed)
  const going = withLeads ? leads.going : []
  await handOverTogether(context, going, { from: from.id, to: to.id, people: new Set([personId]) })
  const moves = members.map((member) => ({ member, part, leads: going.length, reason }))
  await recordMoves(context, from.id, to.id, moves)
  if (appointed) await tellOwners(context, { partnerId: to.id, personId, act: 'moved', by })
  await checkSums(context, [from.id, to.id])
}

/**
 * Makes some people of a partner a partner of their own, which has nothing yet. Returns its id. Refuses `not_found`,
 * `main_person_stays`, `preview_outdated`, and `invalid_input` where the new main person is none of them.
 */
export async function splitPartner(
  context: CallerContext,
  partnerId: string,
  { personIds, mainPersonId, company, withLeads, reason, state }: z.output<typeof splitForm>,
): Promise<string> {
  const { tx } = context
  await lockPartners(context, partnerId, null)
  const from = await requireFormer(tx, partnerId)
  const { members, leads, preview } = await readSplit(tx, from, personIds)
  checkAllFound(members, personIds)
  checkNotMain(members, from)
  const main = members.find(({ id }) => id === mainPersonId)
  refuseFieldUnless(main, 'mainPersonId', m.mainPersonOfThese())
  refuseFieldUnless(main.joined_at, 'mainPersonId', m.mainPersonNotJoined({ name: main.full_name }))
  checkState(preview.state, state)
  await checkLeaving(context, from.id, personIds)
  for (const { id } of members) await leavePartner(context, from.id, id)
  const id = await beginBySplit(context, main, company)
  const others = members.filter((member) => member !== main)
  for (const other of others) await beginMembership(context, id, other.id, sameAs(other))
  const going = withLeads ? leads.going : []
  await handOverTogether(context, going, { from: from.id, to: id, people: new Set(personIds) })
  const typedBy = (member: Member) => going.filter(({ typed_by }) => typed_by === member.id).length
  const moves = members.map((member) => ({
    member,
    leads: typedBy(member),
    reason: null,
    part: member === main ? ({ role: 'owner', seesAmounts: true } as const) : sameAs(member),
  }))
  await recordMoves(context, from.id, id, moves)
  await context.recordEvent({
    name: 'partner.split',
    subjectId: from.id,
    audience: staff,
    partnerId: from.id,
    after: { partnerId: id, personIds: members.map((member) => member.id), leads: going.length, reason },
  })
  await checkSums(context, [from.id, id])
  return id
}

const sameAs = ({ role, sees_amounts: seesAmounts }: Member) => ({ role, seesAmounts })

/**
 * The new partner has its main person's id, as partners of one person have, unless another partner began with that person. Its
 * name is set while the main person belongs to nobody, so that it changes nobody else's.
 */
async function beginBySplit(context: CallerContext, main: Member, company: string): Promise<string> {
  const { tx, now } = context
  await tx.updateTable('profiles').set({ company }).where('user_id', '=', main.id).execute()
  const values = { main_person_id: main.id, created_at: now }
  const added = await tx
    .insertInto('partners')
    .values({ id: main.id, ...values })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  const id = added.numInsertedOrUpdatedRows ? main.id : newId()
  if (id !== main.id)
    await tx
      .insertInto('partners')
      .values({ id, ...values })
      .execute()
  await beginMembership(context, id, main.id, { role: 'owner', seesAmounts: true })
  return id
}
