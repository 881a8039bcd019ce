import { shapeOf, type TableEntries } from '#access/domain/personal-data.ts'
import type { JobCause } from '#platform/domain/job-cause.ts'

export const failureData: TableEntries = {
  failed_jobs: {
    of: ['client', 'partner', 'member', 'staff'],
    via: { mails: 'data.mailId', events: 'data.eventId' },
    why: 'security',
    period: 'days',
    erase: 'delete',
    show: 'no',
    // What went wrong may repeat an address.
    columns: 'error cause',
    json: { cause: shapeOf<JobCause>()('facts', 'reference refusal work') },
    // The data of a job are ids.
    facts: 'id name data attempts failed_at',
    mentions: 'error',
  },
}
