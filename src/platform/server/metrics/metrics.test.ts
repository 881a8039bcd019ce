import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { backupName } from '#operations/backup/domain.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { productVersion } from '#platform/server/version.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { LiveListener } from '#test/live-listener.ts'
import { freePort } from '#test/postgres.ts'
import { type Client, TestApp } from '#test/test-app.ts'

/** `name{label="value"}` to its number. */
function readMetrics(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]))
}

const file = (name: string) => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8')

function readAlerts() {
  const { groups } = parse(file('prometheus/alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
  }
  return groups.flatMap((group) => group.rules)
}

describe.each(databaseKinds())('metrics on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let url = ''
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-metrics-'))
  const backups = join(folder, 'backups')
  const scrape = async () => readMetrics(await (await fetch(url)).text())
  /** Scrapes until `look` is true: mails and live messages follow a change. */
  const scrapeUntil = async (look: (metrics: ReadonlyMap<string, number>) => boolean) => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const metrics = await scrape()
      if (look(metrics)) return metrics
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('the metrics never became what they should')
  }
  beforeAll(async () => {
    const port = await freePort()
    url = `http://127.0.0.1:${port}/metrics`
    app = await TestApp.open(databaseKind, { METRICS_PORT: String(port), BACKUP_DIR: backups, BACKUP_AT: '3' })
    marie = await app.newPartner('marie@exemple.fr')
  })
  afterAll(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  test('what alerts ask the increase of is there before the first failure', async () => {
    const increases = readAlerts().flatMap(({ expr }) => [...expr.matchAll(/increase\((\w+)(?:\{([^}]*)\})?/g)])
    expect(increases.map(([, name]) => name).sort()).toEqual([
      'passerelle_document_task_duration_seconds_count',
      'passerelle_jobs_given_up_total',
    ])
    const metrics = await scrape()
    for (const [, name = '', labels = ''] of increases) {
      const labelNames = labels.split(',').map((label) => label.trim())
      const series = [...metrics].filter(([key]) => key.startsWith(name) && labelNames.every((label) => key.includes(label)))
      expect([name, series.length > 0, series.every(([, value]) => value === 0)]).toEqual([name, true, true])
    }
    expect(metrics.get('passerelle_jobs_given_up_total{job="backup"}')).toBe(0)
    expect(metrics.get('passerelle_mail_attempts_total{outcome="refused"}')).toBe(0)
  })

  test('age and size of the newest backup are measured, and since when one is due', async () => {
    const now = app.portal.clock.now()
    const none = await scrape()
    expect(none.has('passerelle_backup_age_seconds')).toBe(false)
    expect(none.get('passerelle_backup_overdue_seconds')).toBeGreaterThan(0)
    mkdirSync(backups, { recursive: true })
    writeFileSync(join(backups, backupName(new Date(now.getTime() - 60_000), false)), 'a backup')
    const metrics = await scrape()
    expect(metrics.get('passerelle_backup_bytes')).toBe(8)
    expect(metrics.get('passerelle_backup_age_seconds')).toBeGreaterThanOrEqual(60)
    expect(metrics.get('passerelle_backup_age_seconds')).toBeLessThan(120)
    expect(metrics.get('passerelle_backup_overdue_seconds')).toBe(0)
  })

  test('backups that cannot be read are overdue as before, and the log says so in one line, without a stack', async () => {
    const [warned, told] = [vi.spyOn(app.portal.log, 'warn'), vi.spyOn(app.portal.log, 'info')]
    const lines = () => [...warned.mock.calls, ...told.mock.calls].filter(([, text]) => String(text).includes('of the backups'))
    renameSync(backups, `${backups}-away`)
    writeFileSync(backups, 'no directory')
    const later = vi.spyOn(app.portal.clock, 'now').mockReturnValue(new Date(app.now.getTime() + 3 * 86_400_000))
    for (let turn = 0; turn < 3; turn += 1) {
      const metrics = await scrape()
      expect(metrics.get('passerelle_backup_age_seconds')).toBeGreaterThanOrEqual(3 * 86_400)
      expect(metrics.get('passerelle_backup_bytes')).toBe(8)
      // Each night that passes makes it worse: an alert ends at no hour of BACKUP_AT.
      expect(metrics.get('passerelle_backup_overdue_seconds')).toBeGreaterThan(2 * 86_400)
    }
    expect(lines()).toEqual([[{ reason: expect.stringContaining('ENOTDIR') }, 'the directory of the backups cannot be read']])
    rmSync(backups)
    renameSync(`${backups}-away`, backups)
    await scrape()
    expect(told.mock.calls).toContainEqual(['the directory of the backups can be read again'])
    for (const spy of [warned, told, later]) spy.mockRestore()
  })

  test('requests count by method, declared route and status; no id, address or name of a person is in them', async () => {
    const lead = await marie.call(leadRoutes.addLead, { body: plainLead })
    for (let turn = 0; turn < 3; turn += 1) await marie.call(leadRoutes.getLead, { params: { id: lead.id } })
    expect((await marie.try(leadRoutes.addLead, { body: { ...plainLead, name: '' } })).status).toBe(422)
    expect((await marie.send('GET', '/api/nowhere')).statusCode).toBe(404)
    const text = await (await fetch(url)).text()
    const metrics = readMetrics(text)
    expect(metrics.get('passerelle_http_requests_total{method="GET",route="/api/leads/:id",status="200"}')).toBe(3)
    expect(metrics.get('passerelle_http_requests_total{method="POST",route="/api/leads",status="201"}')).toBe(1)
    expect(metrics.get('passerelle_http_requests_total{method="POST",route="/api/leads",status="422"}')).toBe(1)
    expect(metrics.get('passerelle_http_request_duration_seconds_count{method="GET",route="/api/leads/:id"}')).toBe(3)
    expect(text).not.toContain('nowhere')
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|exemple\.fr|Marie/)
  })

  test('database, queue, mail, jobs, live streams and health are measured', async () => {
    const before = await scrape()
    const port = await app.running.app.listen({ port: 0, host: '127.0.0.1' }).then(() => app.running.app.server.address())
    const tab = await LiveListener.open((port as AddressInfo).port, marie)
    const user = { email: 'lea@exemple.fr', fullName: 'Léa Poste', role: 'partner' as const }
    await app.admin.call(partnerRoutes.invite, { body: user })
    const growing = [
      'passerelle_mail_attempts_total{outcome="sent"}',
      'passerelle_job_duration_seconds_count{job="event",outcome="done"}',
      'passerelle_event_lag_seconds_count',
      'passerelle_database_exchange_duration_seconds_count',
      'passerelle_database_statements_total',
    ]
    const after = await scrapeUntil((metrics) => growing.every((name) => (metrics.get(name) ?? 0) > (before.get(name) ?? 0)))
    expect(after.get('passerelle_event_lag_seconds_bucket{le="30"}')).toBe(after.get('passerelle_event_lag_seconds_count'))
    expect(after.get('passerelle_live_streams')).toBe(1)
    expect(after.get('passerelle_queue_jobs{job="mail",state="later"}')).toBe(0)
    expect(after.get('passerelle_queue_oldest_seconds{job="mail"}')).toBeLessThan(60)
    for (const part of ['database', 'files', 'mail', 'signing']) {
      expect([part, after.get(`passerelle_healthy{part="${part}"}`)]).toEqual([part, 1])
    }
    expect(after.get(`passerelle_info{version="${productVersion}",database="${databaseKind}"}`)).toBe(1)
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    // A stream takes as long as its tab is open: it is counted, and not timed.
    tab.leave()
    const closed = await scrapeUntil((metrics) => metrics.get('passerelle_live_streams') === 0)
    expect([...closed.keys()].filter((name) => name.includes('duration') && name.includes('/api/live'))).toEqual([])
  })

  test('alert rules and dashboard ask for metrics that exist', async () => {
    const names = new Set([...(await scrape()).keys()].map((name) => name.replace(/\{.*/, '')))
    // Nothing was sealed or given up here: such metrics have no series yet.
    const declared = (await (await fetch(url)).text()).matchAll(/^# HELP (\w+)/gm)
    for (const [, name = ''] of declared) for (const end of ['', '_bucket', '_count', '_sum']) names.add(name + end)
    const rules = readAlerts()
    const { panels } = JSON.parse(file('grafana/passerelle.json')) as { panels: { targets: { expr: string }[] }[] }
    expect([rules.length, panels.length]).toEqual([12, 15])
    const expressions = [...rules.map(({ expr }) => expr), ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
    const missing = expressions
      .flatMap((expr) => expr.match(/\b(?:passerelle|process)_\w+/g) ?? [])
      .filter((name) => !names.has(name))
    expect(missing).toEqual([])
    expect(parse(file('prometheus/prometheus.yml'))).toMatchObject({ rule_files: ['alerts.yml'] })
  })

  test('the portal’s own address has no metrics, and another process’s port is named at the start', async () => {
    expect((await app.anonymous().send('GET', '/metrics')).body).not.toContain('passerelle_')
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404)
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    await expect(TestApp.open(databaseKind, { METRICS_PORT: String(port) })).rejects.toThrow(
      `METRICS_PORT ${port} cannot be used on 127.0.0.1`,
    )
    other.close()
  })
})
