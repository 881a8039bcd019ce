import { sql } from 'kysely'
import type { PartnerRole } from '#access/domain/actor.ts'
import { rolesWith } from '#access/domain/staff-rights.ts'
import { allAdministrators, partnerContacts } from '#accounts/people/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Receiver } from '#platform/server/mail/mail-content.ts'

/** An appointment with the names of whom it is about, who made it and where. */
export function appointments(tx: Tx) {
  return tx
    .selectFrom('appointments as a')
    .innerJoin('profiles as p', 'p.user_id', 'a.person_id')
    .innerJoin('profiles as b', 'b.user_id', 'a.made_by')
    .innerJoin(partnerContacts.as('c'), 'c.partner_id', 'a.partner_id')
    .innerJoin('partner_members as m', (join) =>
      join.onRef('m.partner_id', '=', 'a.partner_id').onRef('m.person_id', '=', 'a.person_id').on('m.until', 'is', null),
    )
    .leftJoin('email_changes as e', 'e.id', 'a.change_id')
    .select(['a.id', 'a.act', 'a.partner_id', 'a.person_id', 'a.made_by', 'a.made_at', 'a.objected_at', 'a.answered_at'])
    .select(['a.role_before', 'a.saw_amounts', 'a.main_before', 'a.change_id', 'e.old_email', 'e.confirmed_at'])
    .select(['p.full_name', 'b.full_name as by', 'c.company as company_name', 'c.full_name as main_name', 'm.held_role'])
    .select((eb) => [
      eb.fn.coalesce('e.new_email', 'p.email').as('email'),
      sql<PartnerRole>`coalesce(m.held_role, m.role)`.as('role'),
    ])
}

export type AppointmentRow = NonNullable<Awaited<ReturnType<ReturnType<typeof appointments>['executeTakeFirst']>>>

export const companyOf = ({ company_name, main_name }: Pick<AppointmentRow, 'company_name' | 'main_name'>) =>
  company_name || main_name

/** The owners who were told, each with the id of their link; also at the address that they had within the last 30 days. */
export async function toldOwners(tx: Tx, appointmentId: string): Promise<(Receiver & { readonly noticeId: string })[]> {
  const { rows } = await sql<Receiver & { noticeId: string }>`
    select n.id as "noticeId", p.user_id as "userId", p.full_name as name, told.address
    from appointment_notices n join appointments a on a.id = n.appointment_id join profiles p on p.user_id = n.user_id
      cross join lateral (
        select p.email as address
        union select e.old_email from email_changes e
        where e.user_id = n.user_id and e.confirmed_at > a.made_at - interval '30 days'
      ) told
    where n.appointment_id = ${appointmentId}
    order by n.id, told.address`.execute(tx)
  return rows
}

/** Those of the staff who may answer: with the rights to partners and to money. */
export const answeringStaff = (tx: Tx): Promise<Receiver[]> => allAdministrators(tx, rolesWith('partners', 'money'))
