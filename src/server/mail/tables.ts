import type { ColumnType, Generated } from 'kysely'
import type { MailKind } from '#domain/notifications.ts'

export interface Mails {
  event_id: string
  recipient: string
  kind: MailKind
  subject: string
  sent_at: Generated<Date | null>
  id: Generated<string>
  /** Null for mail of old whose address is nobody's any more. */
  user_id: string | null
  message_id: string | null
  /** What the mail server said when it took the mail. */
  response: Generated<string | null>
  attempts: Generated<number>
  last_tried_at: Generated<Date | null>
  last_error: Generated<string | null>
  /** When it was given up. */
  failed_at: Generated<Date | null>
  /** When staff put the failure away. */
  dismissed_at: Generated<Date | null>
}

/** Work after a change that was given up. */
export interface FailedJobs {
  id: string
  name: string
  data: ColumnType<Record<string, unknown>, string, never>
  error: string
  attempts: number
  failed_at: Date
}
