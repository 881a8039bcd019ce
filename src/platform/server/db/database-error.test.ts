import { expect, test } from 'vitest'
import { refusalOfDatabase } from './constraint-refusals.ts'
import { asDatabaseError } from './database-error.ts'

const failure = (code: string, message = code, more: object = {}) => Object.assign(new Error(message), { code, ...more })
const answered = (code: string) => failure(code, 'as the server says', { severity: 'FATAL' })

test.each([
  ['the server stops (57P01)', answered('57P01'), 'database_unavailable'],
  ['the server crashed (57P02)', answered('57P02'), 'database_unavailable'],
  ['the server starts (57P03)', answered('57P03'), 'database_unavailable'],
  ['no connection is left (53300)', answered('53300'), 'database_unavailable'],
  ['the line failed (08006)', answered('08006'), 'database_unavailable'],
  ['the server takes no changes (25006)', answered('25006'), 'database_unavailable'],
  ['EPIPE', failure('EPIPE', 'write EPIPE'), 'database_unavailable'],
  ['ECONNRESET', failure('ECONNRESET', 'read ECONNRESET'), 'database_unavailable'],
  ['ECONNREFUSED on every address of a name', failure('ECONNREFUSED', ''), 'database_unavailable'],
  ['ENOTFOUND', failure('ENOTFOUND', 'getaddrinfo ENOTFOUND nowhere'), 'database_unavailable'],
  ['the driver’s own words', new Error('Connection terminated unexpectedly'), 'database_unavailable'],
  ['a full disk (53100)', answered('53100'), 'storage_full'],
  ['a query that took too long (57014)', answered('57014'), 'database_busy'],
  ['a lock (55P03)', answered('55P03'), 'database_busy'],
])('%s is a refusal, with Retry-After unless the disk is full', (_what, error, code) => {
  const refusal = refusalOfDatabase(asDatabaseError(error), {})
  expect(refusal?.code).toBe(code)
  expect(refusal?.facts.retryAfter).toBe(code === 'database_busy' ? 2 : code === 'storage_full' ? undefined : 5)
})

test.each([
  ['a mistake in a statement (42601)', answered('42601')],
  ['a broken file (EBADF)', failure('EBADF', 'bad file descriptor')],
  ['a mistake of ours', new TypeError('undefined is not a function')],
])('%s is not a refusal', (_what, error) => {
  expect(refusalOfDatabase(asDatabaseError(error), {})).toBeNull()
})
