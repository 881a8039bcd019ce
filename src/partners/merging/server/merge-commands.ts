import type * as z from 'zod/mini'
import { staff } from '#access/domain/audience.ts'
import type { Confirmation } from '#accounts/auth/server/guards.ts'
import { deleteUnsignedContracts } from '#contracts/contracts/server/commands.ts'
import { handOverTogether } from '#leads/registrations/server/hand-over-commands.ts'
import { reachesBank } from '#partners/team/domain.ts'
import { checkAppointment, tellOwners } from '#partners/team/server/appointment-commands.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { newId } from '#platform/server/ids.ts'
import type { mergeForm } from '../api.ts'
import { mergeObstacleTexts } from '../domain.ts'
import { beginMembership, checkState, checkSums, leavePartner, type NewPart, recordMoves } from './moving-commands.ts'
import { lockPartners, type Partner, requireFormer, requireOther } from './pair-guards.ts'
import { type Member, readMerge } from './queries.ts'

/**
 * Merges a partner into another one: its people and all leads that are not signed go there. What was signed stays with it, at the
 * rate and with the bank details of before. Refuses `not_found`, `partner_not_active`, `merge_impossible` and `preview_outdated`.
 */
export async function mergePartner(
  context: CallerContext,
  partnerId: string,
  { intoPartnerId, ownersBecome, reason, state }: z.output<typeof mergeForm>,
  confirmation: Confirmation,
): Promise<void> {
  const { tx, now } = context
  await lockPartners(context, partnerId, intoPartnerId)
  const from = await requireFormer(tx, partnerId)
  const to = await requireOther(tx, intoPartnerId, 'intoPartnerId', from)
  const { members, leads, preview } = await readMerge(tx, { from, to, now })
  const [obstacle] = preview.obstacles
  if (obstacle) throw new Refusal('merge_impossible', mergeObstacleTexts[obstacle], { facts: { obstacle } })
  checkState(preview.state, state)
  await close(context, from, to)
  const partOf = ({ role, sees_amounts: seesAmounts }: Member): NewPart => ({
    role: role === 'owner' ? ownersBecome : role,
    seesAmounts,
  })
  const roles = members.map((member) => partOf(member).role).filter(reachesBank)
  const by = { tx, now, by: context.caller, confirmation }
  const appointed = await checkAppointment(by, to.id, ...roles)
  // Its owners lose what they decide about.
  if (members.some(({ role, joined_at }) => role === 'owner' && joined_at)) await checkAppointment(by, from.id, 'owner')
  const together = members.map(({ id }) => id)
  for (const member of members) {
    const part = partOf(member)
    const since = reachesBank(part.role) ? appointed : null
    await leavePartner(context, from.id, member.id)
    await beginMembership(context, to.id, member.id, part, since)
    if (since) await tellOwners(context, { partnerId: to.id, personId: member.id, act: 'moved', by: context.caller, together })
  }
  const going = leads.going
  await handOverTogether(context, going, {
    from: from.id,
    to: to.id,
    people: new Set(members.map(({ id }) => id)),
  })
  await deleteUnsignedContracts(context, from.id)
  const moves = members.map((member) => ({
    member,
    part: partOf(member),
    reason: null,
    leads: going.filter(({ typed_by }) => typed_by === member.id).length,
  }))
  await recordMoves(context, from.id, to.id, moves)
  await recordMerge(context, { from: from.id, to: to.id }, { personIds: together, leads: going.length, reason })
  await checkSums(context, [from.id, to.id])
}

/**
 * Closes a partner. Its main person is somebody of the other one from now on, with a company of that name: a record of its own
 * keeps what the partner was called, which nobody signs in with and no list shows.
 */
async function close({ tx, now }: CallerContext, from: Partner, to: Partner): Promise<void> {
  const id = newId()
  await tx
    .insertInto('profiles')
    .columns(['user_id', 'full_name', 'company', 'email', 'created_at', 'joined_at', 'language', 'deleted_at'])
    .expression((select) =>
      select
        .selectFrom('profiles')
        .select(({ val }) => [
          val(id).as('user_id'),
          ...(['full_name', 'company', 'email', 'created_at', 'joined_at', 'language'] as const),
          val(now).as('deleted_at'),
        ])
        .where('user_id', '=', from.mainPersonId),
    )
    .execute()
  await tx
    .updateTable('partners')
    .set({ main_person_id: id, merged_into: to.id, merged_at: now })
    .where('id', '=', from.id)
    .execute()
  // Whoever reads the partner's money reads its name by this: people read the names of their partner's people.
  await tx
    .insertInto('partner_members')
    .values({ partner_id: from.id, person_id: id, role: 'owner', since: now, until: now })
    .execute()
}

/** In the history of each of the two. */
async function recordMerge(
  context: CallerContext,
  { from, to }: { readonly from: string; readonly to: string },
  facts: { readonly personIds: readonly string[]; readonly leads: number; readonly reason: string },
): Promise<void> {
  await context.recordEvents([
    { name: 'partner.merged', subjectId: from, audience: staff, partnerId: from, after: { into: to, ...facts } },
    { name: 'partner.absorbed', subjectId: from, audience: staff, partnerId: to, after: { partnerId: from, ...facts } },
  ])
}
