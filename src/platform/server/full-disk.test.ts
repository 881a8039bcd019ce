import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { addressOf } from '#platform/api/route.ts'
import { newId } from '#platform/server/ids.ts'
import { copyEmbedded } from '#test/databases.ts'
import { builtServer } from '#test/running-portal.ts'
import { smallDisk } from '#test/small-disk.ts'
import { password, TestApp } from '#test/test-app.ts'
import { buildServer } from '../../../tools/bootstrap.mjs'
import { safeForWebAssembly } from '../../../tools/node24.mjs'

const cannotMount = 'this user cannot mount a small disk'
/** Free space is checked every 250 ms. */
const polling = { timeout: 20_000, interval: 200 }

beforeAll(() => buildServer(process.execPath), 120_000)

/** Starts the portal as a process on the folder. Returns its exit status and what its error lines say. */
function start(folder: string) {
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', SECRET: '', DATABASE_URL: '' }
  const { status, stderr } = spawnSync(process.execPath, [...safeForWebAssembly, builtServer], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  })
  return {
    status,
    message: stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).msg),
  }
}

test('a start on a full disk fails with a message, and leaves no partial secret', { timeout: 120_000 }, ({ skip }) => {
  const disk = smallDisk(80)
  if (!disk) return skip(cannotMount)
  try {
    disk.leaveFree(0)
    expect(start(disk.folder)).toEqual({
      status: 1,
      message: ['The disk of DATA_DIR is full: free at least 64 MB, then start again.'],
    })
    expect(existsSync(join(disk.folder, 'secret'))).toBe(false)
    disk.leaveFree(20)
    const nearly = `Less than 64 MB are free on the disk of ${disk.folder}: free some first.`
    expect(start(disk.folder)).toEqual({ status: 1, message: [nearly] })
  } finally {
    disk.remove()
  }
})

test('on a nearly full disk people sign in, read and sign out; changes are refused with a message', {
  timeout: 120_000,
}, async ({ skip }) => {
  const disk = smallDisk(250)
  if (!disk) return skip(cannotMount)
  copyEmbedded(disk.folder)
  const lines: string[] = []
  const logStream = { write: (line: string) => void lines.push(line) }
  const app = await TestApp.open('pglite', { DATA_DIR: disk.folder }, undefined, { logStream })
  try {
    await app.newPartner('marie@exemple.fr')
    disk.leaveFree(50)
    const form = { name: 'Paul', company: 'Bernard', email: 'p@b.fr', estimatedAmountCents: 100, offerType: 'star' as const }
    const marie = app.anonymous()
    await app.signIn(marie, 'marie@exemple.fr')
    await vi.waitFor(async () => {
      expect((await marie.try(leadRoutes.addLead, { body: form })).body).toMatchObject({ code: 'storage_full' })
    }, polling)
    for (let refused = 0; refused < 20; refused += 1) {
      const { statusCode } = await marie.send('POST', addressOf(leadRoutes.addLead), form, { 'idempotency-key': newId() })
      expect(statusCode).toBe(507)
    }
    await app.signIn(marie, 'marie@exemple.fr')
    expect((await marie.call(leadRoutes.listLeads, { query: {} })).items).toEqual([])
    const said = lines
      .map((line) => JSON.parse(line))
      .filter(({ level, err }) => level > 30 && err)
      .map(({ msg }) => msg)
    expect(said.length).toBeGreaterThan(0)
    expect(
      said.filter((msg, at) => said.indexOf(msg) < at),
      'each is said once a minute',
    ).toEqual([])
    const wrong = await app.anonymous().try(authRoutes.signIn, { body: { email: 'marie@exemple.fr', password: `${password}!` } })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    await marie.call(authRoutes.signOut, {})
    await app.signIn(marie, 'marie@exemple.fr')
    disk.leaveFree(20)
    await vi.waitFor(async () => {
      const late = await app.anonymous().try(authRoutes.signIn, { body: { email: 'marie@exemple.fr', password } })
      expect([late.status, late.body.code]).toEqual([507, 'storage_full'])
    }, polling)
    expect((await marie.call(leadRoutes.listLeads, { query: {} })).items).toEqual([])
    disk.leaveFree(100)
    await vi.waitFor(async () => expect((await marie.try(leadRoutes.addLead, { body: form })).status).toBe(201), polling)
  } finally {
    await app.close()
    disk.remove()
  }
})
