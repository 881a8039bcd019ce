import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Upload } from '#access/api/uploads.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { pdf } from '../demo/pdf.ts'
import { freshDatabase } from './databases.ts'
import { HttpClient } from './http-client.ts'
import { has, leftOutNote } from './installed-programs.ts'
import { plainLead } from './lead-samples.ts'
import { LiveListener } from './live-listener.ts'
import { until } from './lock-waits.ts'
import { Mailbox } from './mailbox.ts'
import { startNginx } from './nginx.ts'
import { startPgBouncer, type TestPooler } from './pgbouncer.ts'
import { freePort } from './postgres.ts'
import { wakeWorkers } from './retry-jobs.ts'
import { builtPortal, type PortalProcess } from './running-portal.ts'
import { password } from './test-app.ts'

const invitationIn = (text: string) => /\/invitation\?token=([\w.-]+)/.exec(text)?.[1] ?? ''

const isPossible = inject('postgres') !== null && has('nginx')

/** Through PgBouncer where there is one, otherwise to PostgreSQL itself. */
describe.runIf(isPossible)(`three servers behind nginx${leftOutNote('nginx', 'pgbouncer')}`, { shuffle: false }, () => {
  let env: Awaited<ReturnType<typeof freshDatabase>>
  let pooler: TestPooler | null = null
  let mailbox: Mailbox
  let nginx: { stop(): Promise<void> }
  let proxy: string
  let proxyPort: number
  const portals: PortalProcess[] = []
  let staff: HttpClient
  let partner: HttpClient
  const at = (index: number) => portals[index]?.url ?? ''
  const portOf = (index: number) => Number(new URL(at(index)).port)

  beforeAll(async () => {
    env = await freshDatabase('postgres')
    const databaseUrl = env.databaseUrl ?? ''
    pooler = has('pgbouncer') ? await startPgBouncer(databaseUrl, 6) : null
    mailbox = await Mailbox.open()
    proxyPort = await freePort()
    proxy = `http://127.0.0.1:${proxyPort}`
    const settings = {
      DATABASE_URL: databaseUrl,
      ...(pooler ? { DATABASE_POOL_URL: pooler.urlOf(databaseUrl) } : {}),
      DATA_DIR: env.dataDir,
      PUBLIC_URL: proxy,
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: mailbox.url,
      ADMIN_EMAIL: 'admin@acme.example',
      ADMIN_PASSWORD: password,
      LOG_LEVEL: 'error',
    }
    portals.push(...[0, 1, 2].map(() => builtPortal(settings)))
    // At the same time: one of them creates the administrator, the secret and the mark of the files.
    await Promise.all(portals.map((portal) => portal.start()))
    nginx = await startNginx(
      proxyPort,
      portals.map(({ url }) => new URL(url).host.replace('localhost', '127.0.0.1')),
    )
  }, 120_000)
  afterAll(async () => {
    await nginx.stop()
    await Promise.all(portals.map((portal) => portal.remove()))
    await mailbox.close()
    await env.database.close()
    await pooler?.stop()
    await env.remove()
  })

  test('share sessions, files, the seal, limits and live messages', async () => {
    staff = new HttpClient(at(0))
    await staff.call(authRoutes.signIn, { body: { email: 'admin@acme.example', password } })
    const invited = { email: 'marie@exemple.fr', fullName: 'Marie Dupré', role: 'partner' as const }
    const { id: partnerId } = await staff.at(at(1)).call(partnerRoutes.invite, { body: invited })
    await until(
      () => mailbox.to(invited.email).length === 1,
      () => 'invitation',
    )
    const token = invitationIn(mailbox.to(invited.email)[0]?.text ?? '')
    partner = new HttpClient(at(1))
    await partner.call(authRoutes.acceptInvitation, { body: { token, fullName: invited.fullName, password } })

    const live = await LiveListener.open(portOf(1), partner)
    const file = new Uint8Array(pdf('Contrat 2026'))
    const octets = { 'content-type': 'application/octet-stream' }
    const upload = await staff.send('POST', '/api/uploads?purpose=contract&name=contrat.pdf', file, octets)
    const document = { kind: 'file' as const, uploadId: ((await upload.json()) as Upload).id }
    const main = { partnerId, title: 'Contrat 2026', contractType: 'main' as const, document }
    const { id } = await staff.at(at(2)).call(contractRoutes.assignContract, { body: main })
    await live.message('contract.assigned', id)
    const { items } = await partner.at(at(2)).call(contractRoutes.listContracts, { query: {} })
    const read = await partner.at(at(0)).send('GET', items[0]?.document?.url ?? '')
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(file))).toBe(true)
    const authorities = await Promise.all(
      [0, 1, 2].map(async (index) => (await fetch(`${at(index)}/.well-known/esign-ca.pem`)).text()),
    )
    expect([authorities[0], new Set(authorities).size]).toEqual([expect.stringContaining('BEGIN CERTIFICATE'), 1])
    await staff.call(partnerRoutes.validatePartnerContract, { params: { id: partnerId } })
    await live.message('contract.validated')
    live.leave()

    const clients = [0, 1, 2, 0, 1, 2].map((index) => new HttpClient(at(index)))
    const statuses: number[] = []
    for (const client of clients) {
      statuses.push((await client.try(authRoutes.requestPasswordReset, { body: { email: 'nobody@exemple.fr' } })).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    const [here, there] = [staff.at(at(2)), staff.at(at(0))]
    const other = new HttpClient(at(1))
    await other.call(authRoutes.signIn, { body: { email: 'admin@acme.example', password } })
    await other.call(authRoutes.signOut, {})
    expect((await other.at(at(2)).send('GET', '/api/leads')).status).toBe(401)
    expect(
      (await Promise.all([here, there].map((client) => client.send('GET', '/api/leads')))).map(({ status }) => status),
    ).toEqual([200, 200])
  }, 60_000)

  /** What a browser does with a change whose answer is lost: the same again with the same key. */
  async function insist<T>(send: (headers: Record<string, string>) => Promise<{ status: number; body: T }>): Promise<T> {
    const headers = { 'idempotency-key': randomUUID() }
    let answer: { status: number; body: T } | null = null
    for (let attempt = 0; attempt < 150; attempt += 1) {
      answer = await send(headers).catch(() => null)
      if (answer && answer.status < 400) return answer.body
      if (answer && answer.status < 500 && answer.status !== 409 && answer.status !== 425) throw new Error(JSON.stringify(answer))
      await pause(100)
    }
    throw new Error(`nobody answered: ${JSON.stringify(answer)}`)
  }

  test('nothing acknowledged is lost when one of them is killed under load', async () => {
    const [staffThere, partnerThere] = [staff.at(proxy), partner.at(proxy)]
    // Each on another server.
    const tabs = [0, 1, 2].map(() => ({ messages: [] as string[], breaks: 0, live: null as LiveListener | null, isOver: false }))
    const follow = async (tab: (typeof tabs)[number]) => {
      for (let last: string | undefined; !tab.isOver; ) {
        const live = await LiveListener.open(proxyPort, staffThere, last).catch(() => null)
        tab.live = live
        if (!live) {
          await pause(100)
          continue
        }
        await live.over
        tab.breaks += 1
        tab.messages.push(...live.messages.filter(({ name }) => name === 'lead.created').map(({ subject }) => subject?.id ?? ''))
        last = live.messages.at(-1)?.id ?? last
      }
    }
    const following: Promise<void>[] = []
    for (const tab of tabs) {
      following.push(follow(tab))
      await until(
        () => tab.live !== null,
        () => 'stream',
      )
    }

    const leads: string[] = []
    const invited: string[] = []
    const many = (count: number, work: (index: number) => Promise<unknown>) => {
      let next = 0
      const hand = async () => {
        while (next < count) await work(next++)
      }
      return Promise.all([hand(), hand(), hand(), hand()])
    }
    const adding = many(80, async (index) => {
      const body = { ...plainLead, email: `paul${index}@bernard.example` }
      leads.push((await insist((headers) => partnerThere.try(leadRoutes.addLead, { body }, headers))).id)
    })
    const inviting = many(40, async (index) => {
      const body = { email: `p${index}@exemple.fr`, fullName: `Personne ${index}`, role: 'partner' as const }
      await insist((headers) => staffThere.try(partnerRoutes.invite, { body }, headers))
      invited.push(body.email)
    })
    await until(
      () => leads.length >= 20 && invited.length >= 10,
      () => 'load',
    )
    await portals[1]?.stop('SIGKILL')
    const underWay = await activeJobs()
    expect(leads.length).toBeLessThan(80)
    await Promise.all([adding, inviting])

    const { rows } = await env.database.asOwner((run) => run('set role passerelle_owner; select id::text from leads; reset role'))
    expect(rows.map(({ id }) => id).sort()).toEqual([...leads].sort())

    // The queue hands a job on when its server has been silent for a minute: here, when it is still the same after a while.
    await pause(500)
    const left = (await activeJobs()).filter((job) => underWay.includes(job))
    await env.database.runAsJobs("update pgboss.job set state = 'retry', start_after = now() where id = any($1::uuid[])", [left])
    await Promise.all((['event', 'mail'] as const).map((name) => wakeWorkers(env.database, name)))
    const counts = () => invited.map((address) => mailbox.to(address).length)
    await until(
      () => counts().every((count) => count >= 1),
      () => `mail for everybody: ${counts().join(' ')}`,
    )
    await until(
      async () => (await activeJobs()).length === 0,
      () => 'end of the jobs',
    )
    const twice = counts().filter((count) => count > 1).length
    process.stdout.write(`jobs of the killed server: ${left.length}, mails that came twice: ${twice}\n`)
    expect(Math.max(...counts())).toBeLessThanOrEqual(2)
    expect(twice).toBeLessThanOrEqual(left.length)

    // The tab of the killed server has heard what the others have; what it may have missed is repeated, some of it twice.
    const heardBy = (tab: (typeof tabs)[number]) => [
      ...tab.messages,
      ...(tab.live?.messages ?? []).filter(({ name }) => name === 'lead.created').map(({ subject }) => subject?.id ?? ''),
    ]
    const inOrder = [...leads].sort()
    await until(
      () => tabs.every((tab) => new Set(heardBy(tab)).size === leads.length),
      () => `all leads in each tab`,
    )
    const once = (tab: (typeof tabs)[number]) => (tab.breaks > 0 ? [...new Set(heardBy(tab))] : heardBy(tab))
    expect(tabs.map((tab) => once(tab).sort())).toEqual([inOrder, inOrder, inOrder])
    expect(tabs.reduce((sum, { breaks }) => sum + breaks, 0)).toBe(1)
    for (const tab of tabs) {
      tab.isOver = true
      tab.live?.leave()
    }
    await Promise.all(following)

    // It comes back as it was.
    await portals[1]?.start()
    expect((await staff.at(at(1)).send('GET', '/api/leads')).status).toBe(200)
  }, 90_000)

  async function activeJobs(): Promise<string[]> {
    const { rows } = await env.database.runAsJobs("select id::text from pgboss.job where state = 'active'")
    return (rows as { id: string }[]).map(({ id }) => id)
  }
})
