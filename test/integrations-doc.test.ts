import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiScopes } from '#access/domain/api-scopes.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { webhookMessage, webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { signedHeaders } from '#operations/webhooks/server/signature.ts'
import { databaseKinds } from './databases.ts'
import { inOrder } from './in-order.ts'
import { freePort } from './postgres.ts'
import { type Client, password, TestApp } from './test-app.ts'

const document = readFileSync(join(import.meta.dirname, '../docs/integrations.md'), 'utf8')
const blocks = (language: string) =>
  [...document.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code)
const run = promisify(execFile)
/** Debian's package `curl`. */
const hasCurl = spawnSync('curl', ['--version']).status === 0

describe.each(databaseKinds())('docs/integrations.md, on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let program: Client
  let portal = ''
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, { WEBHOOK_ALLOW_INTERNAL: '127.0.0.1' })
    program = await app.newProgram(apiScopes)
    await app.running.app.listen({ port: 0, host: '127.0.0.1' })
    portal = `http://127.0.0.1:${(app.running.app.server.address() as AddressInfo).port}`
  })
  afterAll(() => app.close())

  test.skipIf(!hasCurl)('its commands work, one after the other, with curl', async () => {
    const commands = blocks('sh')
    expect(commands.length).toBeGreaterThan(3)
    let last = ''
    for (const command of commands) {
      const env = { ...process.env, PORTAL: portal, KEY: program.secret }
      last = (await run('sh', ['-ec', command], { env })).stdout
    }
    const answers = last.replaceAll('}{', '}\n{').split('\n')
    const lead = { externalId: 'deal-42', status: 'premier_contact', notes: 'Rappeler lundi', estimatedAmountCents: 1_200_000 }
    expect(JSON.parse(answers.at(-1) ?? '')).toMatchObject({ ...lead, partner: { name: 'Marie Dupont' } })
  })

  test('its receiver takes a real delivery and refuses what was changed, is old or is signed by another', async () => {
    const [receiver = ''] = blocks('js')
    expect(receiver.trim().split('\n').length).toBeLessThan(27)
    const file = join(app.dataDir, 'receiver.mjs')
    writeFileSync(file, receiver)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/hooks`
    const body = { url, events: ['lead.moved' as const], password }
    const { id, secret } = await app.admin.call(webhookRoutes.createWebhook, { body })
    const child = spawn(process.execPath, [file], { env: { PORT: String(port), WEBHOOK_SECRET: secret }, stdio: 'pipe' })
    let printed = ''
    child.stdout.on('data', (text: Buffer) => {
      printed += text.toString()
    })
    try {
      await expect
        .poll(
          () =>
            fetch(url, { method: 'POST' }).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 8000 },
        )
        .toBe(401)
      const { items } = await program.call(leadRoutes.listLeads, { query: {} })
      const params = { id: items[0]?.id ?? '' }
      await program.call(leadRoutes.moveLead, { params, body: { from: 'premier_contact', to: 'call_effectue' } })
      await expect.poll(() => printed, { timeout: 8000 }).toBe(`lead.moved ${params.id}\n`)
      const log = () => app.admin.call(webhookRoutes.listDeliveries, { query: { webhookId: id } })
      await expect.poll(async () => (await log()).items[0], { timeout: 8000 }).toMatchObject({ state: 'delivered', status: 204 })
      const post = async (content: string, signed: string, at = new Date(), key = secret) => {
        const headers = signedHeaders('msg_1', at, signed, [key])
        return (await fetch(url, { method: 'POST', headers, body: content })).status
      }
      const message = '{"type":"webhook.test","data":{}}'
      expect(await post(message, message)).toBe(204)
      expect(await post(`${message} `, message)).toBe(401)
      expect(await post(message, message, new Date(Date.now() - 301_000))).toBe(401)
      expect(await post(message, message, new Date(), `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(401)
    } finally {
      child.kill()
      await once(child, 'close')
    }
  })

  test('its sample of a message is one', () => {
    const [sample = ''] = blocks('json')
    expect(webhookMessage.parse(JSON.parse(sample))).toEqual(JSON.parse(sample))
  })
})
