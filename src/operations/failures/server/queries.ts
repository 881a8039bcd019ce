import { type ExpressionBuilder, sql } from 'kysely'
import { isUrgentMail } from '#communication/notifications/domain/notifications.ts'
import { missingValuesText, templateFields } from '#contracts/templates/domain/templates.ts'
import type { JobCause } from '#platform/domain/job-cause.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { keptQuery } from '#platform/server/db/kept-query.ts'
import type { DB, Mails } from '#platform/server/db/schema.generated.ts'
import { payloadField } from '#platform/server/events/payload-field.ts'
import { unprintableRefusal } from '#platform/server/printing/print-refusals.ts'
import type { FailureRow } from '../api.ts'
import { m } from '../messages/messages.ts'

const maxListed = 200

/** Failed mail of an invitation is hidden once that was accepted, withdrawn or resent. */
const stillMatters = sql<boolean>`(m.kind <> 'invitation' or exists (
  select from events e
    join invitations i on i.user_id = m.user_id and i.id::text = ${payloadField('e', 'person.invited', 'after', 'invitationId')}
  where e.id = m.event_id and i.accepted_at is null and i.withdrawn_at is null
))`

type AliasedMails = DB & { m: Mails }

function waiting(where: ExpressionBuilder<AliasedMails, 'm'>) {
  return where.and([where('m.failed_at', 'is not', null), where('m.dismissed_at', 'is', null), stillMatters])
}

const failureCounts = keptQuery((db) =>
  db.selectNoFrom((select) => [
    select.selectFrom('mails as m').select(sql<number>`count(*)`.as('count')).where(waiting).as('mails'),
    select.selectFrom('failed_jobs').select(sql<number>`count(*)`.as('count')).as('jobs'),
  ]),
)

/** Number of open failures. */
export async function countFailures(tx: Tx): Promise<number> {
  const [row] = await failureCounts(tx, {})
  return (row?.mails ?? 0) + (row?.jobs ?? 0)
}

/** The newest open failures. */
export async function listFailures(tx: Tx): Promise<FailureRow[]> {
  const mails = await tx
    .selectFrom('mails as m')
    .leftJoin('profiles as p', 'p.user_id', 'm.user_id')
    .select([
      'm.id',
      'm.kind',
      'm.recipient',
      'm.user_id',
      'm.last_error',
      'm.attempts',
      'm.failed_at',
      'p.full_name',
      'p.deleted_at',
    ])
    .where(waiting)
    .orderBy('m.failed_at', 'desc')
    .limit(maxListed)
    .execute()
  const jobs = await tx.selectFrom('failed_jobs').selectAll().orderBy('failed_at', 'desc').limit(maxListed).execute()
  const ofMail = mails.map((row) => ({
    id: row.id,
    mail: {
      kind: row.kind,
      recipient: row.recipient,
      person: row.user_id && row.full_name ? { id: row.user_id, name: row.full_name, deleted: row.deleted_at !== null } : null,
    },
    job: null,
    reason: row.last_error ?? '',
    attempts: row.attempts,
    failedAt: row.failed_at?.toISOString() ?? '',
    can: { retry: !isUrgentMail(row.kind) },
  }))
  const ofJobs = jobs.map(({ id, name, error, cause, attempts, failed_at }) => ({
    id,
    mail: null,
    job: name,
    reason: cause ? causeText(cause) : error,
    attempts,
    failedAt: failed_at.toISOString(),
    can: { retry: true },
  }))
  return [...ofMail, ...ofJobs].sort((one, other) => (one.failedAt < other.failedAt ? 1 : -1)).slice(0, maxListed)
}

/** Why the last backup failed, in the reader's words; null if none did. */
export async function backupFailure(tx: Tx): Promise<{ readonly reason: string; readonly at: string } | null> {
  const row = await tx
    .selectFrom('failed_jobs')
    .select(['error', 'cause', 'failed_at'])
    .where('name', '=', 'backup')
    .executeTakeFirst()
  return row ? { reason: row.cause ? causeText(row.cause) : row.error, at: row.failed_at.toISOString() } : null
}

/** Why something was not made, and what staff can correct, for whoever reads it. */
function causeText({ work, reference, refusal, facts }: JobCause): string {
  if (work === 'backup') return backupText(reference ?? '', refusal, facts)
  const message = correctionText(refusal, facts)
  const number = reference ?? ''
  switch (work) {
    case 'amendment':
      return m.amendmentNotMade({ message })
    case 'document':
      return m.documentNotMade({ reference: number, message })
    case 'statement':
      return m.statementNotMade({ number, message })
  }
}

/** What a program says of itself stays in its own words. */
function backupText(name: string, refusal: JobCause['refusal'], { output = '', hours = 0 }: JobCause['facts']): string {
  if (refusal === 'command_too_long') return m.backupCommandTooLong({ name, hours })
  return refusal === 'command_failed' ? m.backupCommandFailed({ name, output }) : m.backupFailed({ output })
}

function correctionText(refusal: JobCause['refusal'], facts: JobCause['facts']): string {
  const wordsOf = (name: string) => String(facts[name] ?? '').split(' ')
  switch (refusal) {
    case 'characters_unprintable':
      return unprintableRefusal(wordsOf('characters')).message
    case 'template_values_missing': {
      const missing = new Set(wordsOf('fields'))
      return missingValuesText(templateFields.filter((field) => missing.has(field)))
    }
    default:
      return refusal
  }
}
