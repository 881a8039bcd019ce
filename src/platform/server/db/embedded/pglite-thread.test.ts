import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestEnv } from '#test/databases.ts'
import { notStarted, timedOut } from '../database-error.ts'
import { prepareFolder } from './pglite-folder.ts'
import { PgliteThread } from './pglite-thread.ts'

const codeOf = (query: Promise<unknown>) => query.then(() => 'done').catch(({ code }: { code: string }) => code)

test('when a thread is ended, only what it never began is said not to have been started', async () => {
  const env = await createTestEnv('pglite')
  const folder = await prepareFolder(env.dataDir, true)
  const thread = new PgliteThread({ folder, patched: true }, { notified: () => {}, reopened: () => {} })
  const run = async (text: string, timeoutMs = 30_000) => (await thread.session()).ask({ verb: 'run', text }, timeoutMs)
  await run('create table deeds (id int)')
  const { ask } = await thread.session()
  const say = (text: string, timeoutMs: number) => codeOf(ask({ verb: 'run', text }, timeoutMs))

  // Both are done before this process reads an answer, and the first one's limit is over.
  const unread = [say('select pg_sleep(0.05)', 150), say('insert into deeds values (1)', 30_000)]
  await turn()
  const blockedUntil = performance.now() + 400
  while (performance.now() < blockedUntil);
  expect(await Promise.all(unread)).toEqual([timedOut, timedOut])

  const { ask: askAgain } = await thread.session()
  const endless = codeOf(askAgain({ verb: 'run', text: 'select pg_sleep(60)' }, 150))
  const behind = codeOf(askAgain({ verb: 'run', text: 'insert into deeds values (2)' }, 30_000))
  expect([await endless, await behind]).toEqual([timedOut, notStarted])

  expect((await run('select id from deeds')).rows).toEqual([{ id: 1 }])
  await thread.close()
  await env.remove()
})
