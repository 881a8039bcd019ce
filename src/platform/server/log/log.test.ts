import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { DatabaseError } from '#platform/server/db/database-error.ts'
import { databaseKinds } from '#test/databases.ts'
import { TestApp } from '#test/test-app.ts'
import { readableStream } from './log-stream.ts'
import { readableLine } from './readable-line.ts'

const line = (fields: object) =>
  JSON.stringify({ level: 30, time: Date.UTC(2026, 10, 25, 12), pid: 1, hostname: 'vm', ...fields })

test('a line for people has time, level, message and facts, and never becomes two lines', () => {
  const text = readableLine(line({ msg: 'a backup was made', file: '/mnt/b.tar', bytes: 12, none: null }))
  expect(text).toMatch(/^2026-11-2\d \d\d:00:00 INFO {2}a backup was made file=\/mnt\/b\.tar bytes=12\n$/)
  const { message, stack } = new Error('no\nway')
  const failed = readableLine(line({ level: 50, msg: 'unexpected\u001b[2J error', route: '/api/x y', err: { message, stack } }))
  expect(failed.slice(20)).toMatch(/^ERROR|^ ?ERROR/)
  expect(failed).toMatch(/unexpected\[2J error route="\/api\/x y" error="no\\nway" at=\S*log\.test\.ts:\d+:\d+\n$/)
  expect(failed.trimEnd()).not.toContain('\n')
  expect(readableLine(line({ msg: 'x', data: 'y'.repeat(900) })).length).toBeLessThan(300)
})

test('LOG_FORMAT or a terminal decides; another format is refused', () => {
  const place = (isTTY: boolean) => ({ isTTY, write: () => undefined })
  const isText = (isTTY: boolean, format?: string) => readableStream(place(isTTY), { LOG_FORMAT: format }) !== null
  expect([isText(true), isText(false), isText(true, 'json'), isText(false, 'text')]).toEqual([true, false, false, true])
  expect(() => isText(true, 'pretty')).toThrow('LOG_FORMAT is "pretty"; it should be text or json.')
})

describe('the portal’s own lines', { shuffle: false }, () => {
  const lines: string[] = []
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKinds()[0] ?? 'pglite', {}, undefined, {
      logStream: { write: (text) => void lines.push(text) },
    })
  })
  afterAll(() => app?.close())
  const saidBy = (text: string) => lines.map((each) => JSON.parse(each)).filter(({ msg }) => msg === text)

  test('the start says version, schema, database and data directory', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const [start, ...more] = saidBy('the portal starts')
    expect(more).toEqual([])
    expect(start).toMatchObject({ version, schema: expect.stringMatching(/^\d{4}_/), dataDir: app.dataDir })
    expect(start.database).toMatch(app.portal.database.kind === 'pglite' ? /^embedded$/ : /^PostgreSQL at [^@]+\/\w+$/)
  })

  test('a refused sign-in is one line, which the filter of fail2ban finds in both formats', async () => {
    const filter = failregexOf(readFileSync('docs/operating/signing-in.md', 'utf8'))
    const before = lines.length
    const body = { email: 'nobody@acme.example', password: 'not the right one' }
    await app.anonymous().try(authRoutes.signIn, { body })
    const refusals = lines.slice(before).filter((each) => each.includes('sign-in refused from'))
    expect(refusals).toHaveLength(1)
    for (const format of [(each: string) => each, readableLine]) {
      const text = format(refusals[0] ?? '')
      expect(filter.exec(text)?.groups?.host).toBe('127.0.0.1')
      expect(text).not.toContain('nobody@')
      expect(filter.exec(`vm node[12]: ${text}`)?.groups?.host).toBe('127.0.0.1')
    }
    // Words of a client that stand in a line are not the portal's own.
    const forged = line({
      level: 40,
      msg: 'x',
      agent: '"msg":"sign-in refused from 1.2.3.4: wrong_password" WARN  sign-in refused',
    })
    for (const text of [forged, readableLine(forged)]) expect(filter.test(text)).toBe(false)
  })

  test('what fails by an outage of the database is a line for debugging, wherever it is logged', () => {
    const err = new DatabaseError('Connection terminated', '08006')
    for (const each of [err, { ...err, message: err.message }, new Error('later', { cause: err })]) {
      const before = lines.length
      app.portal.log.error({ err: each }, 'the job queue met an error')
      expect(lines.slice(before).map((text) => JSON.parse(text).level)).toEqual([20])
    }
    const before = lines.length
    app.portal.log.error({ err: new DatabaseError('division by zero', '22012') }, 'other')
    expect(JSON.parse(lines[before] ?? '').level).toBe(50)
  })

  test('the stop says when it begins and when it is done', async () => {
    await app.running.stop()
    const last = lines.map((each) => JSON.parse(each)).filter(({ level }) => level >= 30)
    expect(last.at(-1)).toMatchObject({ msg: 'the portal has stopped', seconds: expect.any(Number) })
    expect(saidBy('the portal stops: what is under way is finished')).toHaveLength(1)
  })
})

/** The regular expression of the documented filter, as fail2ban reads it: `<ADDR>` is an address, of which it makes a group. */
function failregexOf(page: string): RegExp {
  const text = /^failregex = (.+)$/m.exec(page)?.[1] ?? 'none'
  return new RegExp(text.replaceAll('<ADDR>', '(?<host>[0-9a-fA-F.:]+)'), 'm')
}
