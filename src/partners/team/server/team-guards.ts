import { sql } from 'kysely'
import type { PartnerRole } from '#access/domain/actor.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { m } from '../messages/messages.ts'

export interface LockedPartner {
  readonly id: string
  readonly mainPersonId: string
  readonly company: string
}

/**
 * Locks a partner, so that its people change one at a time, and refuses whoever is no owner of it by then: `not_found`,
 * `partner_role_missing`. Staff are not asked.
 */
export async function lockTeam(context: CallerContext, partnerId: string): Promise<LockedPartner> {
  const partner = await lockPartner(context, partnerId)
  if (context.caller.kind === 'partner') {
    const role = await roleOf(context, partnerId, context.caller.userId)
    refuseUnless(role === 'owner', 'partner_role_missing', m.onlyOwners())
  }
  return partner
}

/** Locks a partner that has not been deleted. Refuses `not_found`. */
export async function lockPartner({ tx }: Pick<CallerContext, 'tx'>, partnerId: string): Promise<LockedPartner> {
  await tx.selectFrom('partners').select('id').where('id', '=', partnerId).forUpdate().execute()
  const partner = await tx
    .selectFrom('partners as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.main_person_id')
    .select(['c.id', 'c.main_person_id as mainPersonId', 'p.company'])
    .where('c.id', '=', partnerId)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`app.role_of(p.user_id) = 'partner'`)
    // A deletion that is under way ends first.
    .forKeyShare('p')
    .executeTakeFirst()
  if (!partner) throw new Refusal('not_found', m.noSuchCompany())
  return partner
}

/** What somebody is to a partner now; null where they do not belong to it. */
export async function roleOf(
  { tx }: Pick<CallerContext, 'tx'>,
  partnerId: string,
  personId: string,
): Promise<PartnerRole | null> {
  const member = await tx
    .selectFrom('partner_members')
    .select('role')
    .where('partner_id', '=', partnerId)
    .where('person_id', '=', personId)
    .where('until', 'is', null)
    .executeTakeFirst()
  return member?.role ?? null
}

/** Somebody of a partner who has come in. Refuses `invalid_input` for anybody else. */
export async function joinedColleague({ tx }: Pick<CallerContext, 'tx'>, partnerId: string, personId: string) {
  const colleague = await tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['m.role', 'p.full_name as name', 'p.joined_at'])
    .where('m.partner_id', '=', partnerId)
    .where('m.person_id', '=', personId)
    .where('m.until', 'is', null)
    .executeTakeFirst()
  refuseFieldUnless(colleague, 'personId', m.noSuchColleague())
  refuseFieldUnless(colleague.joined_at, 'personId', m.notJoined({ name: colleague.name }))
  return colleague
}
