import type { TableEntries } from '#access/domain/personal-data.ts'

export const failureData: TableEntries = {
  failed_jobs: {
    of: ['client', 'partner', 'member', 'staff'],
    via: { mails: 'data.mailId', events: 'data.eventId' },
    why: 'security',
    period: 'days',
    erase: 'delete',
    show: 'no',
    // What went wrong may repeat an address.
    columns: 'data error cause',
    facts: 'id name attempts failed_at',
    mentions: 'error',
  },
}
