import { expect, inject, it } from 'vitest'
import { createTestEnv, emptyTestEnv, testLog } from '#test/databases.ts'
import { asAdmin } from '#test/postgres.ts'
import { openDatabase } from '../database.ts'
import { StartError } from '../start-error.ts'

const server = inject('postgres')
const withUser = (databaseUrl: string | null, user: string) => {
  const url = new URL(databaseUrl ?? '')
  url.username = user
  return url.href
}

it.runIf(server)('a login without CREATEROLE gets a message that says what it needs', async () => {
  const env = await emptyTestEnv('postgres')
  await asAdmin(server?.adminUrl ?? '', 'create role poor login')
  const start = openDatabase({ ...env, databaseUrl: withUser(env.databaseUrl, 'poor'), log: testLog })
  await expect(start).rejects.toBeInstanceOf(StartError)
  await expect(start).rejects.toThrow('give it CREATEROLE')
  await asAdmin(server?.adminUrl ?? '', 'drop role poor')
  await env.remove()
})

it.runIf(server)('a superuser works, with a warning', async () => {
  const env = await createTestEnv('postgres')
  const warnings: string[] = []
  const log = Object.assign(testLog.child({}), { warn: (text: string) => warnings.push(text) })
  const database = await openDatabase({ ...env, databaseUrl: withUser(env.databaseUrl, 'super'), log })
  expect(warnings).toEqual([expect.stringContaining('signs in as a superuser')])
  await database.close()
  await env.remove()
})

it.runIf(server)('an unreachable database is a message, not a stack', async () => {
  const databaseUrl = 'postgres://portal@127.0.0.1:1/none'
  const nowhere = openDatabase({ dataDir: '/nowhere', databaseUrl, log: testLog, connectTimeoutMs: 100 })
  await expect(nowhere).rejects.toBeInstanceOf(StartError)
})
