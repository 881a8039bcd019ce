import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

const ofMember = {
  of: 'member',
  via: { profiles: 'person_id' },
  why: 'contracts',
  period: 'contract',
  erase: 'keep',
  law: 'contract',
  ends: 'delete',
  show: 'yes',
} as const

export const teamData: TableEntries = {
  partner_members: {
    ...ofMember,
    // The last owner's stays with the partner, whose name is gone by then.
    since: 'case when t.until is not null then app.person_left(t.person_id) end',
    columns: 'role held_role sees_amounts since until',
    facts: 'id partner_id person_id appointed_at',
  },
  appointments: {
    ...ofMember,
    since: 'app.partner_ended(t.partner_id)',
    columns: 'act role_before saw_amounts',
    facts: 'id partner_id person_id main_before change_id made_by made_at objected_by objected_at answered_by answered_at kept',
  },
  appointment_notices: nobody('id appointment_id user_id'),
}
