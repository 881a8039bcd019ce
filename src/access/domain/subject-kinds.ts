/** Kinds of the records that events happen to. */
export const subjectKinds = [
  'person',
  'lead',
  'commission',
  'dispute',
  'payout_run',
  'payout',
  'payout_file',
  'invoice',
  'contract',
  'code',
  'template',
  'resource',
  'announcement',
  'api_key',
  'webhook',
] as const
export type SubjectKind = (typeof subjectKinds)[number]
