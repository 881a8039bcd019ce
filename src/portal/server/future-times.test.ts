import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { endFutureTimes } from './future-times.ts'

const month = 30 * 86_400_000

describe.each(databaseKinds('every'))('a clock that was a month ahead on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPerson('marie@exemple.fr')
  })
  afterAll(() => app.close())
  const one = async (text: string) => (await app.portal.database.asOwner((run) => run(text))).rows[0]

  test('locks nobody out: a full rate-limit window in the far future is reset', async () => {
    const limits = [{ key: 'future', max: 1, windowSeconds: 900 }]
    app.pass(month)
    await countAttempt(app.portal, limits)
    await expect(countAttempt(app.portal, limits)).rejects.toMatchObject({ code: 'too_many_requests' })
    app.pass(-month)
    await countAttempt(app.portal, limits)
    const full = await countAttempt(app.portal, limits).catch((error) => error)
    expect(full).toMatchObject({ code: 'too_many_requests', facts: { retryAfter: 900 } })
    app.pass(-10_000)
    await expect(countAttempt(app.portal, limits), 'another server’s clock is a little behind').rejects.toMatchObject({
      code: 'too_many_requests',
    })
    app.pass(10_000)
  })

  test('delays no job, housekeeping, code, contract or session', async () => {
    const { id } = await app.assignContract(marie.userId)
    await app.portal.database.asOwner((run) =>
      run(`
        update auth.sessions set created_at = now() + interval '30 days', updated_at = now() + interval '30 days',
        expires_at = now() + interval '60 days';
        update contracts set created_at = now() + interval '30 days';
        insert into signing_codes (id, contract_id, user_id, document_sha256, created_at, expires_at)
          values ('0190a000-0000-7000-8000-00000000c0de', '${id}', '${marie.userId}', '', now() + interval '30 days',
          now() + interval '31 days');
        insert into countersign_codes (id, user_id, signature_ids, created_at, expires_at)
          values ('0190a000-0000-7000-8000-00000000c0df', '${marie.userId}', '{0190a000-0000-7000-8000-00000000aaaa}',
          now() + interval '30 days', now() + interval '31 days');
        insert into pgboss.job (name, data, start_after) values ('event', '{"eventId": "0190a000-0000-7000-8000-00000000dead"}',
        now() + interval '30 days');
        update pgboss.version set cron_on = now() + interval '30 days';
        update pgboss.queue set maintain_on = now() + interval '30 days', monitor_on = now() + interval '30 days'`),
    )
    const ahead = `select (select count(*) from auth.sessions where greatest(created_at,
    updated_at) > now() + interval '10 minutes' or expires_at > now() + interval '31 days')
      + (select count(*) from contracts where created_at > now() + interval '10 minutes')
      + (select count(*) from signing_codes where expires_at > now() + interval '20 minutes')
      + (select count(*) from countersign_codes where expires_at > now() + interval '20 minutes')
      + (select count(*) from pgboss.job where start_after > now() + interval '10 minutes')
      + (select count(*) from pgboss.version where cron_on > now()) + (select count(*) from pgboss.queue
      where greatest(maintain_on, monitor_on) > now()) as count`
    expect(Number((await one(ahead))?.count)).toBeGreaterThanOrEqual(7)
    await endFutureTimes(app.portal)
    expect(await one(ahead)).toEqual({ count: 0 })
    expect((await marie.call(authRoutes.currentSession, {})).me?.id).toBe(marie.userId)
  })

  test('delays no job by some hours either, and leaves each the pause that it is to have', async () => {
    const job = (name: string, ahead: string, startsIn: string, state = 'created', retries = 0) =>
      `('link', '{"test": "${name}"}', '${state}', 12, ${retries}, 5, true, 14400, now() + interval '${ahead}',
        now() + interval '${startsIn}')`
    await app.portal.database.asOwner((run) =>
      run(`
        insert into pgboss.job (name, data, state, retry_limit, retry_count, retry_delay, retry_backoff, retry_delay_max,
          created_on, start_after) values
          ${[
            job('added ahead', '3 hours', '3 hours'),
            job('added ahead with a pause', '3 hours', '3 hours 20 minutes'),
            job('added now with a pause', '0', '20 hours'),
            job('second retry ahead', '-1 minute', '3 hours', 'retry', 1),
            job('last retry', '-1 day', '3 hours', 'retry', 11),
          ].join(', ')}`),
    )
    await endFutureTimes(app.portal)
    await endFutureTimes(app.portal)
    const { rows } = await app.portal.database.asOwner((run) =>
      run(`delete from pgboss.job where data ? 'test' and state < 'active' and start_after > now() + interval '10 seconds'
        returning data ->> 'test' as job, round(extract(epoch from start_after - now()) / 60)::int as minutes`),
    )
    expect(rows.sort((a, b) => Number(a.minutes) - Number(b.minutes))).toEqual([
      { job: 'added ahead with a pause', minutes: 20 },
      { job: 'last retry', minutes: 180 },
      { job: 'added now with a pause', minutes: 1200 },
    ])
  })
})
