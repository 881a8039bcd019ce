import { nobody, type TableEntries } from '#access/domain/personal-data.ts'

export const introductionData: TableEntries = {
  introduction_links: nobody('partner_id link_id token_hash created_at paused_at disabled_at disabled_by'),
  introduction_forms: {
    of: 'client',
    via: { leads: 'lead_id' },
    key: 'form_id',
    why: 'introductions',
    period: 'days',
    erase: 'delete',
    show: 'no',
    // A keyed hash of what was left, by which a second sending is known.
    columns: 'contents',
    facts: 'form_id lead_id sent_at',
  },
}
