import type { Message } from '#platform/domain/languages.ts'
import { fieldRefusal, Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import { m } from '#platform/messages/messages.ts'
import { commitUnknown, DatabaseError, diskFull, isUnavailable, readOnly, timedOut } from './database-error.ts'

type Answer = readonly [code: RefusalCode, text: Message, field?: string]

/** Maps constraints to refusals, for races that pass a command's own check, and for what the database alone checks. */
export type ConstraintRefusals = Readonly<Record<string, Answer>>

const refusalOfState: Readonly<Record<string, Answer>> = {
  [readOnly]: ['database_unavailable', m.databaseReadOnly],
  [diskFull]: ['storage_full', m.diskFull],
  [timedOut]: ['database_busy', m.tookTooLong],
  [commitUnknown]: ['outcome_unknown', m.outcomeUnknown],
  '55P03': ['database_busy', m.changedBySomebody],
  '40001': ['database_busy', m.changedBySomebody],
  '40P01': ['database_busy', m.changedBySomebody],
}

const unavailable = ['database_unavailable', m.databaseSilent] as const

/** Retry-After in seconds: locks are released sooner than a server restarts. */
const retryAfter: Partial<Record<RefusalCode, number>> = { database_busy: 2, database_unavailable: 5 }

/** SQLSTATE of a statement that the caller's role may not run, or whose row a policy does not let in. */
const insufficientPrivilege = '42501'

/** A policy that refuses what a command let through: the caller's rights were taken away in between. */
const rightsChanged = ['not_allowed', m.rightsChanged] as const

/** The refusal for a database error, by the constraints of all slices; null if the error is a bug. */
export function refusalOfDatabase(error: unknown, constraints: ConstraintRefusals): Refusal | null {
  if (!(error instanceof DatabaseError)) return null
  const ofConstraint = error.constraint ? constraints[error.constraint] : undefined
  const isPolicy = error.code === insufficientPrivilege && error.message.includes('row-level security')
  const refusal: Answer | null =
    ofConstraint ?? (isPolicy ? rightsChanged : null) ?? refusalOfState[error.code] ?? (isUnavailable(error) ? unavailable : null)
  if (!refusal) return null
  const [code, text, field] = refusal
  if (field) return fieldRefusal(field, text(), code)
  const seconds = retryAfter[code]
  return new Refusal(code, text, seconds === undefined ? {} : { facts: { retryAfter: seconds } })
}
