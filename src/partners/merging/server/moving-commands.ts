import type { PartnerRole } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { endHeldInvitation, endMembership } from '#partners/team/server/commands.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { releaseUploadsOf } from '#platform/server/files/commands.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { m } from '../messages/messages.ts'
import type { Partner } from './pair-guards.ts'
import { type Member, sumsAgree } from './queries.ts'

/** Refuses `preview_outdated` where what staff have confirmed is not what there is. */
export function checkState(now: string, confirmed: string): void {
  refuseUnless(now === confirmed, 'preview_outdated', m.previewOutdated())
}

/** Refuses `main_person_stays` for whom the provider deals with. */
export function checkNotMain(members: readonly Member[], { mainPersonId }: Partner): void {
  const main = members.find(({ id }) => id === mainPersonId)
  if (main) throw new Refusal('main_person_stays', m.mainPersonStays({ name: main.full_name }))
}

/** Refuses `not_found` where somebody does not belong to the partner any more. */
export function checkAllFound(members: readonly Member[], personIds: readonly string[]): void {
  if (members.length < new Set(personIds).size) throw new Refusal('not_found', m.noSuchPerson())
}

export interface NewPart {
  readonly role: PartnerRole
  readonly seesAmounts: boolean
}

/** Members alone are told whether they read amounts; the other roles do. */
const partOf = ({ role, seesAmounts }: NewPart): NewPart => ({ role, seesAmounts: role !== 'member' || seesAmounts })

/**
 * Ends what somebody is to their partner, with the uploads that no record has yet. Drafts are in their browser and theirs: one
 * becomes a lead of the partner whose person sends it.
 */
export async function leavePartner(context: CallerContext, partnerId: string, personId: string): Promise<void> {
  await endMembership(context, partnerId, personId)
  await releaseUploadsOf(context, personId)
}

/** Makes somebody belong to a partner. An invitation to it that was held, since they had the address, ends. */
export async function beginMembership(
  context: CallerContext,
  partnerId: string,
  personId: string,
  part: NewPart,
  appointed: Date | null = null,
): Promise<void> {
  const { tx, now } = context
  const { role, seesAmounts } = partOf(part)
  await endHeldInvitation(context, partnerId, personId)
  await tx
    .insertInto('partner_members')
    .values({ partner_id: partnerId, person_id: personId, role, sees_amounts: seesAmounts, since: now, appointed_at: appointed })
    .execute()
}

interface Move {
  readonly member: Member
  readonly part: NewPart
  /** How many leads went along with this person. */
  readonly leads: number
  /** Why staff moved this person; null where a split or a merge says it. */
  readonly reason: string | null
}

/** Tells both partners who went from one to the other. */
export async function recordMoves(context: CallerContext, from: string, to: string, moves: readonly Move[]): Promise<void> {
  await context.recordEvents(
    moves.flatMap(({ member, part, leads, reason }) => [
      {
        name: 'team.person_moved_away' as const,
        subjectId: member.id,
        audience: ofPartner(from),
        before: { role: member.role, seesAmounts: member.sees_amounts },
        after: { partnerId: to, leads, reason },
      },
      {
        name: 'team.person_moved' as const,
        subjectId: member.id,
        audience: ofPartner(to),
        before: { partnerId: from },
        after: { ...partOf(part), leads, reason },
      },
    ]),
  )
}

/** A sum that is wrong now would be wrong for ever: nothing of the change is kept then. */
export async function checkSums({ tx }: CallerContext, partnerIds: readonly string[]): Promise<void> {
  if (!(await sumsAgree(tx, partnerIds))) throw new Error('the sums of the partners do not add up after the change')
}
