import { sql } from 'kysely'
import { fieldRefusal, Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { m } from '../messages/messages.ts'

export interface Partner {
  readonly id: string
  readonly mainPersonId: string
  readonly name: string
  readonly company: string
}

/** A partner with access or an invitation; one that was deleted or merged is none. */
export function findPartner(tx: Tx, partnerId: string): Promise<Partner | undefined> {
  return tx
    .selectFrom('partners as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.main_person_id')
    .select(['c.id', 'c.main_person_id as mainPersonId', 'p.full_name as name', 'p.company'])
    .where('c.id', '=', partnerId)
    .where('c.merged_into', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`app.role_of(p.user_id) = 'partner'`)
    .executeTakeFirst()
}

/** Refuses `not_found`. */
export async function requireFormer(tx: Tx, partnerId: string): Promise<Partner> {
  const partner = await findPartner(tx, partnerId)
  if (!partner) throw new Refusal('not_found', m.noSuchPartner())
  return partner
}

/** Refuses `partner_not_active` at the field, also for the partner itself. */
export async function requireOther(tx: Tx, partnerId: string, field: string, former: Partner): Promise<Partner> {
  if (partnerId === former.id) throw fieldRefusal(field, m.samePartner(), 'partner_not_active')
  const partner = await findPartner(tx, partnerId)
  if (!partner) throw fieldRefusal(field, m.notActive(), 'partner_not_active')
  return partner
}

/**
 * Locks what a change of partners writes, in the order of other commands: contacts and leads, then the partners by id with their
 * main people. Whoever waited reads what is there afterwards.
 */
export async function lockPartners({ tx }: CallerContext, former: string, other: string | null): Promise<void> {
  const ids = other ? [former, other] : [former]
  await sql`select app.hold_all_contacts()`.execute(tx)
  await tx.selectFrom('leads').select('id').where('partner_id', '=', former).orderBy('id').forUpdate().execute()
  await tx.selectFrom('partners').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', 'in', (from) => from.selectFrom('partners').select('main_person_id').where('id', 'in', ids))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute()
}
