import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { newId } from '#platform/server/ids.ts'
import { type RunningPortal, startPortal } from '#portal/server/start.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { runPostponedJobs } from '#test/retry-jobs.ts'
import { decoded } from '#test/running-portal.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { WebhookReceiver } from '#test/webhook-receiver.ts'
import { webhookMessage, webhookRoutes } from '../api/webhooks.ts'
import type { WebhookEvent } from '../domain.ts'
import { readMessage, sweepWebhooks } from './queries.ts'

const lead = {
  name: 'Paul',
  company: 'Bernard',
  email: 'paul@bernard.example',
  estimatedAmountCents: 100,
  offerType: 'star' as const,
}
const day = 86_400_000
/** Jobs of the embedded database share its one connection with the test. */
const polling = { timeout: 15_000 }

describe.each(databaseKinds())('webhooks on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  /** A second server of the portal, where the database allows one. */
  let other: RunningPortal
  const receivers: WebhookReceiver[] = []
  beforeAll(async () => {
    app = await TestApp.open(databaseKind, { WEBHOOK_ALLOW_INTERNAL: '127.0.0.1' })
    marie = await app.newPartner('marie@exemple.fr')
    const options = { clock: { now: () => app.now }, logLevel: 'error', listen: false }
    other = databaseKind === 'postgres' ? await startPortal(app.portal.config, options) : app.running
  })
  afterEach(async () => {
    for (const { id } of (await app.admin.call(webhookRoutes.listWebhooks, {})).items)
      await app.admin.call(webhookRoutes.deleteWebhook, { params: { id } })
    for (const receiver of receivers.splice(0)) await receiver.stop()
  })
  afterAll(async () => {
    if (other !== app.running) await other.stop()
    await app.close()
  })

  /** A receiver and its endpoint. */
  async function endpoint(events: WebhookEvent[] = ['lead.created']) {
    const receiver = await WebhookReceiver.open()
    receivers.push(receiver)
    const body = { url: receiver.url, description: 'CRM', events, password }
    const { id, secret } = await app.admin.call(webhookRoutes.createWebhook, { body })
    return { receiver, id, secret }
  }
  const addLead = async () => (await marie.call(leadRoutes.addLead, { body: lead })).id
  const deliveries = async (webhookId: string) =>
    (await app.admin.call(webhookRoutes.listDeliveries, { query: { webhookId } })).items
  const newest = async (id: string) => (await deliveries(id))[0]
  const settled = async (id: string, expected: object) => {
    await expect.poll(() => newest(id), polling).toMatchObject(expected)
    return (await newest(id)) ?? Promise.reject(new Error('nothing was delivered'))
  }
  const nextAttempt = () => runPostponedJobs(app.portal.database, 'webhook')
  const change = async (id: string, more: object) => {
    const { items } = await app.admin.call(webhookRoutes.listWebhooks, {})
    const { url = '', description = '', events = [], enabled = true } = items.find((each) => each.id === id) ?? {}
    return app.admin.try(webhookRoutes.changeWebhook, { params: { id }, body: { url, description, events, enabled, ...more } })
  }
  const jobs = async (name: string) => {
    const { rows } = await app.portal.database.runAsJobs('select count(*)::int as n from pgboss.job where name = $1', [name])
    return (rows[0] as { n: number }).n
  }

  /** The signatures of a message, and the one that the scheme's own library gives it. The test's clock may be days ahead. */
  const signatures = (receiver: WebhookReceiver, index: number) =>
    String(receiver.received[index]?.headers['webhook-signature']).split(' ')
  const signed = ({ received }: WebhookReceiver, index: number, secret: string) => {
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = received[index]?.headers ?? {}
    return new Webhook(secret).sign(String(id), new Date(Number(timestamp) * 1000), received[index]?.body ?? '')
  }

  test('a session alone leads events nowhere: an endpoint, another address and a new secret ask for a proof', async () => {
    const { receiver, id } = await endpoint()
    const body = { url: 'https://elsewhere.example/hook', events: ['lead.created' as const] }
    const asked = [
      await app.admin.try(webhookRoutes.createWebhook, { body }),
      await change(id, { url: body.url }),
      await app.admin.try(webhookRoutes.rotateWebhookSecret, { params: { id }, body: {} }),
    ]
    for (const each of asked) expect([each.status, each.body.code]).toEqual([403, 'confirmation_required'])
    const { items } = await app.admin.call(webhookRoutes.listWebhooks, {})
    expect(items.map(({ url }) => url)).not.toContain(body.url)
    expect(items.find((each) => each.id === id)).toMatchObject({ url: receiver.url, previousSecretUntil: null })
    expect((await change(id, { url: body.url, password: 'pas-le-bon' })).body.code).toBe('wrong_password')
    expect((await change(id, { description: 'CRM de l’équipe' })).status).toBe(200)
    expect((await change(id, { url: body.url, password })).status).toBe(200)
  })

  test('a message is signed by Standard Webhooks and says what happened, by ids', async () => {
    const { receiver, id, secret } = await endpoint(['lead.created', 'lead.moved'])
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const leadId = await addLead()
    await app.admin.call(leadExternalIdRoutes.setLeadExternalId, { params: { id: leadId }, body: { externalId: 'deal-1' } })
    await marie.call(leadRoutes.editLead, { params: { id: leadId }, body: { notes: 'Rien à voir' } })
    await marie.call(leadRoutes.moveLead, { params: { id: leadId }, body: { from: 'nouveau', to: 'premier_contact' } })
    await expect.poll(() => receiver.received.length, polling).toBe(2)
    for (const [index, { body }] of receiver.received.entries()) {
      expect(signatures(receiver, index)).toEqual([signed(receiver, index, secret)])
      expect(webhookMessage.parse(JSON.parse(body))).toEqual(JSON.parse(body))
      expect(body).not.toMatch(/Paul|Bernard|Marie|exemple/)
    }
    const moved = receiver.messages.find(({ type }) => type === 'lead.moved')
    expect(moved?.data).toMatchObject({
      subject: { kind: 'lead', id: leadId, externalId: 'deal-1' },
      partner: { id: marie.userId, externalId: null },
      from: 'nouveau',
      to: 'premier_contact',
    })
    const last = await settled(id, { state: 'delivered' })
    const detail = await app.admin.call(webhookRoutes.getDelivery, { params: { id: last.id } })
    expect(detail).toMatchObject({ state: 'delivered', attempts: 1, status: 200, answer: 'merci', error: null })
    expect(receiver.received.map(({ body }) => body)).toContain(detail.body)
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toContain(`msg_${detail.id}`)
  })

  test('what is deleted is told by the id that its receiver knows, as is what happened just before', async () => {
    const { receiver } = await endpoint(['lead.moved', 'lead.deleted', 'partner.deleted'])
    const leadId = await addLead()
    const nina = await app.newPartner('nina@exemple.fr')
    const setId = (id: string, externalId: string) =>
      app.admin.call(leadExternalIdRoutes.setLeadExternalId, { params: { id }, body: { externalId } })
    await setId(leadId, 'deal-8')
    await setId(leadId, 'deal-9')
    await app.admin.call(partnerRoutes.setPartnerExternalId, { params: { id: nina.userId }, body: { externalId: 'contact-9' } })
    await marie.call(leadRoutes.deleteLead, { params: { id: leadId } })
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: nina.userId }, query: {} })
    const never = await addLead()
    await marie.call(leadRoutes.deleteLead, { params: { id: never } })
    await expect.poll(() => receiver.received.length, polling).toBe(3)
    const told = receiver.messages.map(({ type, data }) => [type, (data.subject as { externalId: string | null }).externalId])
    expect(told.toSorted()).toEqual([
      ['lead.deleted', null],
      ['lead.deleted', 'deal-9'],
      ['partner.deleted', 'contact-9'],
    ])
    // The job of an earlier event may come after the deletion.
    const moved = { id: newId(), name: 'lead.moved' as const, occurredAt: app.now, actorId: null, partnerId: marie.userId }
    const message = await app.portal.database.asActor(system, (tx) =>
      readMessage(tx, { ...moved, subjectId: leadId, before: { status: 'nouveau' }, after: { status: 'premier_contact' } }),
    )
    expect(message.data.subject).toEqual({ kind: 'lead', id: leadId, externalId: 'deal-9' })
  })

  test('each endpoint gets each event once, whichever of the portal’s servers it happened on', async () => {
    const [one, two] = [await endpoint(), await endpoint()]
    const elsewhere = async () => {
      const headers = { cookie: marie.cookie }
      return (await other.app.inject({ method: 'POST', url: '/api/leads', headers, payload: lead })).json().id as string
    }
    const ids = await Promise.all([addLead(), elsewhere(), addLead(), elsewhere(), addLead(), elsewhere()])
    for (const { receiver, id } of [one, two]) {
      await expect.poll(() => receiver.received.length, polling).toBe(6)
      await settled(id, { state: 'delivered' })
      const subjectIds = receiver.messages.map(({ data }) => (data.subject as { id: string }).id)
      expect(subjectIds.toSorted()).toEqual(ids.toSorted())
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
    }
    // Handled again, as after a crash, an event is not sent again.
    const { rows } = await app.portal.database.asOwner((run) => run('select event_id from webhook_deliveries limit 1'))
    const { handleEvent } = await import('#portal/server/event-handlers.ts')
    await handleEvent(app.portal, String(rows[0]?.event_id))
    expect((await deliveries(one.id)).length).toBe(6)
  })

  test('an event that nobody wants costs no job, and one that was switched off gets none', async () => {
    const before = await jobs('event')
    await addLead()
    expect(await jobs('event')).toBe(before)
    const { id, receiver } = await endpoint(['lead.deleted'])
    await addLead()
    expect(await jobs('event')).toBe(before)
    await change(id, { events: ['lead.created'], enabled: false })
    await addLead()
    expect([await jobs('event'), receiver.received.length]).toEqual([before, 0])
  })

  test('a receiver that fails, or is down, gets the same message later', async () => {
    const { receiver, id } = await endpoint()
    receiver.answer = (response, count) => response.writeHead(count === 1 ? 500 : 200).end('zut')
    await addLead()
    const failed = await settled(id, { state: 'pending', attempts: 1, status: 500, error: null })
    const wait = Date.parse(failed.nextAttemptAt ?? '') - app.now.getTime()
    expect([wait >= 5000, wait <= 6000]).toEqual([true, true])
    expect((await app.admin.call(webhookRoutes.listWebhooks, {})).items[0]?.failingSince).not.toBeNull()
    await receiver.stop()
    expect(await nextAttempt()).toBe(1)
    await settled(id, { state: 'pending', attempts: 2, status: null, error: expect.stringContaining('ECONNREFUSED') })
    await receiver.start()
    expect(await nextAttempt()).toBe(1)
    await settled(id, { state: 'delivered', attempts: 3, status: 200, nextAttemptAt: null })
    const [first, second] = receiver.received
    expect([receiver.received.length, second?.body, second?.headers['webhook-id']]).toEqual([
      2,
      first?.body,
      first?.headers['webhook-id'],
    ])
    expect((await app.admin.call(webhookRoutes.listWebhooks, {})).items[0]?.failingSince).toBeNull()
  })

  test('endpoints that hang keep no other one waiting, however many they are', async () => {
    const slow = [await endpoint(), await endpoint(), await endpoint(), await endpoint(), await endpoint()]
    const quick = await endpoint()
    const hanging: { end(): void }[] = []
    for (const { receiver } of slow) receiver.answer = (response) => void hanging.push(response)
    await Promise.all([1, 2, 3, 4, 5, 6].map(addLead))
    await expect.poll(() => quick.receiver.received.length, polling).toBe(6)
    for (const { id, receiver } of slow) {
      // None of them had run into its limit by then.
      expect((await deliveries(id)).map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0, 0, 0])
      expect(receiver.received.length).toBeLessThanOrEqual(2)
    }
    // All that hang are let go, and all that come.
    for (const { receiver } of slow) receiver.answer = (response) => response.end()
    for (const response of hanging) response.end()
    const delivered = async (id: string) => (await deliveries(id)).filter(({ state }) => state === 'delivered').length
    for (const { id } of slow) await expect.poll(() => delivered(id), { timeout: 15_000 }).toBe(6)
  })

  test('after days of failing an endpoint is switched off, and every administrator reads why', async () => {
    const { receiver, id } = await endpoint()
    receiver.answer = (response) => response.writeHead(503).end()
    await addLead()
    await settled(id, { state: 'pending', attempts: 1 })
    app.pass(5 * day)
    await nextAttempt()
    await settled(id, { state: 'pending', attempts: 2 })
    const [off] = (await app.admin.call(webhookRoutes.listWebhooks, {})).items
    expect(off).toMatchObject({ enabled: false, disabledBecause: 'failing' })
    const folder = join(app.dataDir, 'mail')
    const mails = () => readdirSync(folder).map((name) => decoded(readFileSync(join(folder, name), 'utf8')))
    await expect.poll(() => mails().filter((mail) => mail.includes('Ouvrir les webhooks')).length, polling).toBe(1)
    // What waits ends, and what happens now is not noted.
    await nextAttempt()
    const last = await settled(id, { state: 'failed', error: 'The endpoint is switched off' })
    await app.admin.call(accountRoutes.chooseLanguage, { body: { language: 'fr' } })
    await settled(id, { state: 'failed', error: 'Le point d’accès est désactivé' })
    await app.admin.call(accountRoutes.chooseLanguage, { body: { language: null } })
    const replayed = await app.admin.try(webhookRoutes.replayDelivery, { params: { id: last.id } })
    expect([replayed.status, replayed.body.code]).toEqual([409, 'webhook_off'])
    receiver.answer = (response) => response.end('de retour')
    expect((await change(id, { enabled: true })).body).toMatchObject({ enabled: true, disabledBecause: null, failingSince: null })
    await app.admin.call(webhookRoutes.replayDelivery, { params: { id: last.id } })
    await settled(id, { state: 'delivered', attempts: 4, status: 200 })
  })

  test('410 Gone switches an endpoint off at once; redirects and refusals are failures', async () => {
    const { receiver, id } = await endpoint()
    receiver.answer = (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
    await addLead()
    await settled(id, { state: 'pending', status: 302 })
    receiver.answer = (response) => response.writeHead(410).end()
    await nextAttempt()
    await settled(id, { state: 'failed', status: 410, attempts: 2 })
    expect((await app.admin.call(webhookRoutes.listWebhooks, {})).items[0]).toMatchObject({ disabledBecause: 'gone' })
  })

  test('a test is sent at once, and any delivery again under its id', async () => {
    const { receiver, id, secret } = await endpoint(['lead.deleted'])
    await change(id, { enabled: false })
    const delivery = await app.admin.call(webhookRoutes.testWebhook, { params: { id } })
    await settled(id, { id: delivery.id, event: 'webhook.test', state: 'delivered' })
    await app.admin.call(webhookRoutes.replayDelivery, { params: { id: delivery.id } })
    await settled(id, { state: 'delivered', attempts: 2 })
    expect(receiver.received).toHaveLength(2)
    expect([0, 1].map((index) => signatures(receiver, index))).toEqual([0, 1].map((index) => [signed(receiver, index, secret)]))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([`msg_${delivery.id}`]))
  })

  test('after a rotation both secrets sign for a day', async () => {
    const { receiver, id, secret: old } = await endpoint()
    const { secret } = await app.admin.call(webhookRoutes.rotateWebhookSecret, { params: { id }, body: { password } })
    expect(secret).not.toBe(old)
    await addLead()
    await expect.poll(() => receiver.received.length, polling).toBe(1)
    expect(signatures(receiver, 0)).toEqual([signed(receiver, 0, secret), signed(receiver, 0, old)])
    app.pass(day + 1000)
    await app.signIn(marie, 'marie@exemple.fr')
    await addLead()
    await expect.poll(() => receiver.received.length, polling).toBe(2)
    expect(signatures(receiver, 1)).toEqual([signed(receiver, 1, secret)])
    await sweepWebhooks(app.portal)
    const { rows } = await app.portal.database.asOwner((run) =>
      run('select previous_secret_encrypted as old from webhook_endpoints'),
    )
    expect(rows).toEqual([{ old: null }])
  })

  test('addresses inside are refused when they are saved and when they are used', async () => {
    const save = (url: string) =>
      app.admin.try(webhookRoutes.createWebhook, { body: { url, events: ['lead.created'], password } })
    const refused = ['https://10.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/', 'http://8.8.8.8/', 'ftp://8.8.8.8/']
    for (const url of [...refused, 'https://user:secret@example.com/', 'example.com']) {
      const { status, body } = await save(url)
      expect([url, status, body.fields[0]?.path]).toEqual([url, 422, 'url'])
    }
    // What led outside when it was saved.
    const { id } = (await save('https://crm.example/')).body
    await app.portal.database.asOwner((run) => run("update webhook_endpoints set url = 'https://10.0.0.1/' where id = $1", [id]))
    await app.admin.call(webhookRoutes.testWebhook, { params: { id } })
    await settled(id, { state: 'pending', status: null, error: expect.stringContaining('10.0.0.1 is an internal address') })
  })

  test('the log is kept for 30 days', async () => {
    const { id } = await endpoint()
    await app.admin.call(webhookRoutes.testWebhook, { params: { id } })
    await settled(id, { state: 'delivered' })
    const aged = (days: number) =>
      app.portal.database.asOwner((run) =>
        run('update webhook_deliveries set created_at = $1', [new Date(app.now.getTime() - days * day)]),
      )
    await aged(29.9)
    await sweepWebhooks(app.portal)
    expect(await deliveries(id)).toHaveLength(1)
    await aged(30.1)
    await sweepWebhooks(app.portal)
    expect(await deliveries(id)).toEqual([])
  })
})
