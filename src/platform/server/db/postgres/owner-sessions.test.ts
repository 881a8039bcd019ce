import { expect, inject, it, vi } from 'vitest'
import { createTestEnv, testLog } from '#test/databases.ts'
import { openOutage } from './outage.ts'
import { openOwnerSessions } from './owner-sessions.ts'

it.runIf(inject('postgres'))(
  'an owner’s session is used again as new, unless it failed, and ends when nobody needs it',
  async () => {
    const env = await createTestEnv('postgres')
    const [sessions, others] = [1, 2].map(() =>
      openOwnerSessions({ connectionString: env.databaseUrl ?? '' }, openOutage([], testLog)),
    )
    if (!sessions || !others) throw new Error('two were opened')
    const whoAmI = () =>
      sessions.with(async (client) => {
        const { rows } = await client.query(`select pg_backend_pid() as pid, current_user as role,
        current_setting('lock_timeout') as timeout,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`)
        return rows[0] as { pid: number; role: string; timeout: string; locks: number }
      })
    const first = await sessions.with(async (client) => {
      await client.query("set role passerelle_owner; set lock_timeout = '7s'; select pg_advisory_lock(4711)")
      return (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number
    })
    expect(await whoAmI()).toEqual({ pid: first, role: 'portal', timeout: '0', locks: 0 })
    const both = await Promise.all([whoAmI(), whoAmI()])
    expect(new Set(both.map(({ pid }) => pid)).size).toBe(2)

    await sessions.with((client) => client.query('begin; set local role passerelle_owner'))
    const afterOpen = await whoAmI()
    expect([both.some(({ pid }) => pid === afterOpen.pid), afterOpen.role]).toEqual([false, 'portal'])
    await expect(sessions.with((client) => client.query('select nothing'))).rejects.toThrow('does not exist')
    expect((await whoAmI()).pid).not.toBe(afterOpen.pid)

    const remaining = () =>
      others.with(
        async (client) =>
          (await client.query('select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'))
            .rowCount,
      )
    await vi.waitFor(async () => expect(await remaining()).toBe(0), { timeout: 10_000, interval: 100 })
    await Promise.all([sessions.close(), others.close()])
    await env.remove()
  },
)
