/** The kinds of background jobs. */
export const jobNames = [
  'event',
  'mail',
  'link',
  'vacuum',
  'sweep',
  'timestamps',
  'documents',
  'registrations',
  'months',
  'backup',
  'webhook',
  'journal',
  'news',
  'reminders',
  'periods',
] as const
export type JobName = (typeof jobNames)[number]
