import type { TableEntries } from '#access/domain/personal-data.ts'

export const partnerData: TableEntries = {
  partners: {
    of: 'partner',
    via: { 'partner_members.partner_id': 'id' },
    why: 'contracts',
    period: 'contract',
    erase: 'keep',
    law: 'contract',
    since: 'app.partner_ended(t.id)',
    show: 'yes',
    columns: 'external_id',
    facts: 'id main_person_id created_at main_contract colleagues merged_into merged_at',
  },
}
