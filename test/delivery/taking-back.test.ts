import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { newId } from '#platform/server/ids.ts'
import { productVersion } from '#platform/server/version.ts'
import { build } from '../../tools/bootstrap.mjs'
import { releaseContent } from '../../tools/release/content.ts'
import { bareTestEnv, databaseKinds, type TestEnv } from '../databases.ts'
import { HttpClient } from '../http-client.ts'
import { inOrder } from '../in-order.ts'
import { plainLead } from '../lead-samples.ts'
import { PortalProcess } from '../running-portal.ts'
import { password } from '../test-app.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'passerelle-versions-'))
const email = 'admin@acme.example'
const [next, afterNext] = ['7.1.0', '7.2.0']
const unknownEvent = 'made_up.happened'

/** A release with one more migration, which says the oldest version that may run with it, and with an event of its own. */
function newerVersion(version: string, before: string, migration: string, oldest: string): void {
  const unpacked = join(folder, version)
  cpSync(join(folder, before), unpacked, { recursive: true })
  const manifest = join(unpacked, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(`"version": "${before}"`, `"version": "${version}"`))
  const sql = `alter table leads add column ${migration} text default 'made up'; create table ${migration} (id uuid primary key);
    insert into events (id, name, occurred_at, audience) values ('${newId()}', '${unknownEvent}', now(), 'staff');`
  writeFileSync(
    join(unpacked, `migrations/99${version.replaceAll('.', '').slice(0, 2)}_${migration}.sql`),
    `-- Oldest version that may run on it: ${oldest}\n${sql}`,
  )
}

beforeAll(() => {
  build(process.execPath)
  for (const each of releaseContent(root)) {
    const path = join(folder, productVersion, each.name)
    mkdirSync(dirname(path), { recursive: true })
    if ('text' in each) writeFileSync(path, each.text)
    else copyFileSync(each.from, path)
  }
  newerVersion(next, productVersion, 'that_lets_run', productVersion)
  newerVersion(afterNext, next, 'that_lets_none_run', next)
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(databaseKinds('every'))('a version taken back on %s', inOrder, (kind) => {
  let env: TestEnv
  let settings: Record<string, string>
  let admin: HttpClient
  let partnerId: string
  const started: PortalProcess[] = []
  const acknowledged: string[] = []

  beforeAll(async () => {
    env = await bareTestEnv(kind)
    settings = { DATA_DIR: env.dataDir, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'warn' }
    if (env.databaseUrl) settings.DATABASE_URL = env.databaseUrl
  })
  afterAll(async () => {
    for (const each of started) await each.remove()
    await env.remove()
  })

  async function start(version: string): Promise<PortalProcess> {
    const portal = new PortalProcess(settings, ['main'], undefined, join(folder, version, 'tools/run-built.mjs'))
    portal.flags = []
    started.push(portal)
    await portal.start()
    return portal
  }

  /** Brings the other version while leads are added: beside the former on a server, in its place on an embedded database. */
  async function change(from: PortalProcess, version: string): Promise<PortalProcess> {
    if (kind === 'pglite') await from.stop()
    const to = await start(version)
    admin = admin.at(to.url)
    await pause(500)
    await from.stop()
    return to
  }

  /** Adds leads, one after the other, until told to end; what is not acknowledged is sent again under the same key. */
  async function addLeads(who: number, isOver: () => boolean): Promise<void> {
    for (let number = 1; !isOver(); number += 1) {
      const name = `Client ${who}-${number}`
      const body = { ...plainLead, partnerId, name, company: name, email: `client-${who}-${number}@exemple.fr` }
      for (let isAdded = false; !isAdded; ) {
        const answer = await admin.try(leadRoutes.addLead, { body }, { 'idempotency-key': name }).catch(() => null)
        isAdded = answer?.status === 201
        expect([201, 503, undefined]).toContain(answer?.status)
        if (!isAdded) await pause(100)
      }
      acknowledged.push(name)
      // More than a person types in an hour is refused.
      await pause(150)
    }
  }

  const run = (version: string, command: string, ...args: string[]) =>
    execFileSync('npm', ['run', '--silent', command, '--', ...args], {
      cwd: join(folder, version),
      env: { ...process.env, ...settings },
      encoding: 'utf8',
    })

  const leadsNow = async () => {
    const names: string[] = []
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await admin.call(leadRoutes.listLeads, { query: { limit: 200, ...(cursor ? { cursor } : {}) } })
      names.push(...page.items.map(({ company }) => String(company)))
      cursor = page.nextCursor
    }
    return names.sort()
  }

  test('goes on with all that was entered before, since and meanwhile, where the migrations let it', async () => {
    const first = await start(productVersion)
    admin = new HttpClient(first.url)
    await admin.call(authRoutes.signIn, { body: { email, password } })
    const marie = { email: 'marie@exemple.fr', fullName: 'Marie Dupré', role: 'partner' as const }
    partnerId = (await admin.call(partnerRoutes.invite, { body: marie })).id
    let isOver = false
    const adding = [1, 2, 3].map((who) => addLeads(who, () => isOver))
    const second = await change(first, next)
    await pause(1000)
    const between = acknowledged.length
    const third = await change(second, productVersion)
    await pause(1000)
    isOver = true
    await Promise.all(adding)
    expect(acknowledged.length).toBeGreaterThan(between)
    process.stdout.write(`${kind}: ${acknowledged.length} leads under ${productVersion}, ${next} and ${productVersion}\n`)
    expect(await leadsNow()).toEqual([...acknowledged].sort())
    // What the older one does not know is in its journal, too, by the name that it has.
    await expect.poll(async () => (await admin.send('GET', '/api/journal.jsonl')).text()).toContain(unknownEvent)
    expect((await admin.send('GET', '/api/journal')).status).toBe(200)
    for (const { output } of [first, second, third]) expect(output).not.toMatch(/"level":(50|60)/)
    expect(run(productVersion, 'portal', 'users')).toContain(email)
    await third.stop()
    const backup = join(env.dataDir, 'of-a-newer-database.tar')
    run(productVersion, 'backup', '--out', backup)
    expect(() => run(productVersion, 'restore', '--from', backup, '--replace')).toThrow(
      `The archive is of a newer version (${next}): restore it with that one.`,
    )
  }, 240_000)

  test('says which version restores which copy, and what is lost, where a migration does not', async () => {
    await (await start(next)).stop()
    await (await start(afterNext)).stop()
    const copy = readdirSync(env.dataDir).find((name) => name.startsWith('before-upgrade-')) ?? '-'
    const refused = await start(productVersion).then(() => '', String)
    expect(refused).toContain(
      `The database is newer than this portal (it has 9972_that_lets_none_run.sql, of version ${afterNext}, which needs ` +
        `${next} or newer): start the newer version. A copy of the database from before the upgrade is ` +
        `${join(env.dataDir, copy)}: ` +
        'to go back, without what was entered since 20',
    )
    expect(refused).toContain(`, run npm run restore -- --from ${join(env.dataDir, copy)} --replace with version ${next}`)
    run(next, 'restore', '--from', join(env.dataDir, copy), '--replace')
    const back = await start(productVersion)
    admin = new HttpClient(back.url)
    await admin.call(authRoutes.signIn, { body: { email, password } })
    expect(await leadsNow()).toEqual([...acknowledged].sort())
    await back.stop()
  }, 240_000)
})
