import { sql } from 'kysely'
import type { Role } from '#access/domain/actor.ts'
import type { StaffRole } from '#access/domain/staff-rights.ts'
import { ownsAddress } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'

/** Somebody with an account or an invitation, as the operator lists them. */
export interface ListedUser {
  readonly email: string
  readonly name: string
  readonly role: 'partner' | StaffRole
  readonly state: 'active' | 'invited'
  readonly twoFactor: boolean
  readonly lastSignIn: string | null
}

/** Everybody, staff first, each by name. */
export async function listUsers(tx: Tx): Promise<ListedUser[]> {
  const rows = await tx
    .selectFrom('profiles as p')
    .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
    .select(['p.email', 'p.full_name', 'p.joined_at', 'r.staff_role'])
    .select(sql<Role>`coalesce(r.role, 'partner')`.as('role'))
    .select(sql<boolean>`app.has_second_factor(p.user_id)`.as('two_factor'))
    .select((query) =>
      query
        .selectFrom('events as e')
        .select((each) => each.fn.max('e.occurred_at').as('at'))
        .whereRef('e.subject_id', '=', 'p.user_id')
        .where('e.name', '=', 'session.started')
        .as('last_sign_in'),
    )
    .where('p.deleted_at', 'is', null)
    .where(ownsAddress)
    .where(sql<boolean>`coalesce(r.role, 'partner') <> 'api_key'`)
    .orderBy(sql`coalesce(r.role, 'partner') = 'partner'`)
    .orderBy('p.full_name')
    .orderBy('p.email')
    .execute()
  return rows.map((row) => ({
    email: row.email,
    name: row.full_name,
    role: row.role === 'admin' ? (row.staff_role ?? 'administrator') : 'partner',
    state: row.joined_at ? 'active' : 'invited',
    twoFactor: row.two_factor,
    lastSignIn: row.last_sign_in ? new Date(row.last_sign_in).toISOString() : null,
  }))
}
