import { sql } from 'kysely'
import { type PartnerRole, type Person, roles, sideOf } from '#access/domain/actor.ts'
import { rightsOfRole, type StaffRole } from '#access/domain/staff-rights.ts'
import { membershipOf } from '#access/server/session.ts'
import { languageNamed, type Reading, readingIn } from '#platform/domain/languages.ts'
import type { Tx } from '#platform/server/db/database.ts'

interface PersonNow {
  readonly role: string | null
  readonly staff_role: StaffRole | null
  readonly partner_id: string | null
  readonly partner_role: PartnerRole | null
  readonly sees_amounts: boolean | null
  readonly contract_signed: boolean
  readonly language: string | null
}

/**
 * Somebody with the rights that they have now, for work that goes on without a request of theirs, and how they read. Null for who
 * has no access any more.
 */
export async function actorNow(tx: Tx, userId: string): Promise<{ readonly actor: Person; readonly reading: Reading } | null> {
  const { rows } = await sql<PersonNow>`
    select coalesce(r.role, 'partner') as role, r.staff_role, m.partner_id, m.role as partner_role, m.sees_amounts,
      coalesce(n.status = 'signe', false) as contract_signed, coalesce(p.language, (select language from settings)) as language
    from profiles p
      left join user_roles r on r.user_id = p.user_id
      left join partner_members m on m.person_id = p.user_id and m.until is null
      left join lateral app.newest_main_contract(m.partner_id) n on true
    where p.user_id = ${userId} and p.deleted_at is null and p.joined_at is not null`.execute(tx)
  const [row] = rows
  const role = roles.find((each) => each === row?.role)
  if (!row || !role) return null
  const partner = membershipOf({ ...row, shares_leads: null })
  const reading = readingIn(languageNamed(row.language) ?? 'specified', sideOf(role))
  if (role === 'admin') {
    const rights = row.staff_role ? rightsOfRole[row.staff_role] : []
    return { actor: { kind: 'admin', userId, rights, ...(partner ? { partner } : {}) }, reading }
  }
  return partner ? { actor: { kind: 'partner', userId, partner, contractSigned: row.contract_signed }, reading } : null
}
