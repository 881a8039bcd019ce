import { sql } from 'kysely'
import type { Role } from '#domain/actor.ts'
import type { ContractStatus } from '#domain/contracts.ts'
import type { Tx } from '../db/database.ts'
import type { Place } from '../http/cursor.ts'

export interface PersonRecord {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly company: string
  readonly created_at: Date
  readonly joined_at: Date | null
  readonly role: Role
  readonly contract: ContractStatus | null
  readonly total_revenue_cents: number
  readonly invitation_expires_at: Date | null
}

/** Everybody with access or an invitation; people who were deleted are not in it. */
export function people(tx: Tx) {
  return tx
    .selectFrom('profiles as p')
    .select([
      'p.user_id as id',
      'p.full_name',
      'p.email',
      'p.company',
      'p.created_at',
      'p.joined_at',
      sql<Role>`app.role_of(p.user_id)`.as('role'),
      sql<ContractStatus | null>`(
        select c.status from contracts c where c.user_id = p.user_id and c.contract_type = 'main'
        order by c.created_at desc, c.id desc limit 1
      )`.as('contract'),
      sql<number>`app.tier_revenue(p.user_id)`.as('total_revenue_cents'),
      sql<Date | null>`(
        select i.expires_at from invitations i
        where i.user_id = p.user_id and i.accepted_at is null and i.withdrawn_at is null
      )`.as('invitation_expires_at'),
    ])
    .where('p.deleted_at', 'is', null)
}

/** A page of people, newest first, one row more than asked for. */
export function listPeople(
  tx: Tx,
  filter: { search?: string | undefined; after: Place | null; limit: number },
): Promise<PersonRecord[]> {
  let query = people(tx)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.user_id', 'desc')
    .limit(filter.limit + 1)
  if (filter.search) {
    const needle = `%${filter.search.replace(/[\\%_]/g, (char) => `\\${char}`)}%`
    query = query.where(
      sql<boolean>`app.unaccent(lower(concat_ws(' ', p.full_name, p.company, p.email))) like app.unaccent(lower(${needle}))`,
    )
  }
  if (filter.after) {
    query = query.where(sql<boolean>`(p.created_at, p.user_id) < (${filter.after.at}, ${filter.after.id}::uuid)`)
  }
  return query.execute()
}

export function findPerson(tx: Tx, userId: string): Promise<PersonRecord | undefined> {
  return people(tx).where('p.user_id', '=', userId).executeTakeFirst()
}

/** Partners by name, for choosing one in a form: invited ones too, so that their contract can wait for them. */
export function partnerNames(tx: Tx): Promise<{ id: string; name: string; company: string }[]> {
  return tx
    .selectFrom('profiles as p')
    .select(['p.user_id as id', 'p.full_name as name', 'p.company'])
    .where('p.deleted_at', 'is', null)
    .where(sql<boolean>`app.role_of(p.user_id) = 'partner'`)
    .orderBy('p.full_name')
    .execute()
}
