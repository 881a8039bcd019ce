import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { doForOperator } from '#portal/server/operator/commands.ts'
import { type RunningPortal, startPortal } from '#portal/server/start.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { password } from '#test/test-app.ts'

const message = 'Mise à jour <jusqu’à 14 h> & retour'

describe.each(databaseKinds('every'))('maintenance on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  let second: RunningPortal | null = null
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    await world.next()
  })
  afterAll(async () => {
    await second?.stop()
    await world.close()
  })

  const ask = (state: 'on' | 'off', reason?: string) =>
    doForOperator(world.app.portal, { command: 'maintenance', state, ...(reason ? { message: reason } : {}) })
  const isClosed = ({ portal }: RunningPortal) => portal.maintenance.current() !== null
  const until = (closed: boolean, ...servers: RunningPortal[]) =>
    vi.waitFor(() => expect(servers.map(isClosed)).toEqual(servers.map(() => closed)), { timeout: 5000 })
  const lastEvents = () =>
    world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['name', 'after'])
        .where('name', 'in', ['maintenance.started', 'maintenance.ended'])
        .orderBy('id')
        .execute(),
    )

  test('closes API, sign-in and pages for everybody, with the operator’s words', async () => {
    const { app, address } = world
    expect((await app.anonymous().send('GET', '/health')).body).not.toContain('maintenance')
    expect((await ask('on', message)).lines.join()).toContain('The portal is closed')
    await until(true, app.running)
    const refused = await world.partner.try(leadRoutes.listLeads, { query: {} })
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'maintenance', '20'])
    expect(refused.body.detail).toMatch(
      /Le portail est en maintenance .* \/ The portal is closed for maintenance .*Mise à jour </,
    )
    const body = { email: 'admin@acme.example', password }
    expect((await app.anonymous().try(authRoutes.signIn, { body })).body.code).toBe('maintenance')
    const page = await app.anonymous().send('GET', '/dashboard/leads?status=signe')
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '20'])
    expect(page.body).toContain('<meta http-equiv="refresh" content="20">')
    expect(page.body).toContain('Mise à jour &#60;jusqu’à 14 h&#62; &#38; retour')
    expect(page.body).toContain('Acme &#38; Fils')
    const told = (body: string) =>
      [/<html lang="(..)"/, /<h1>(.*)<\/h1>/, /<p class="quiet" lang="(..)"/].map((each) => each.exec(body)?.[1])
    expect(told(page.body)).toEqual(['fr', 'Le portail est en maintenance', 'en'])
    const inEnglish = await app.anonymous().send('GET', '/dashboard', undefined, { cookie: 'passerelle_language=en' })
    expect(told(inEnglish.body)).toEqual(['en', 'The portal is closed for maintenance', 'fr'])
    const nonce = /<style nonce="([^"]+)"/.exec(page.body)?.[1]
    expect(page.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
    const health = await app.anonymous().send('GET', '/health')
    expect([health.statusCode, JSON.parse(health.body)]).toMatchObject([200, { ok: true, maintenance: { message } }])
    await doForOperator(app.portal, { command: 'reset-link', email: address, send: true })
    await world.idle()
    expect(world.mailbox.mails.map(({ to }) => to)).toContain(address)
  })

  test('is the same on every server of the portal, one that starts meanwhile too, until it is ended', async () => {
    const { app } = world
    // The embedded database has one process.
    if (databaseKind === 'postgres') second = await startPortal(app.portal.config, { listen: false, logLevel: 'error' })
    const servers = second ? [app.running, second] : [app.running]
    await until(true, ...servers)
    expect((await ask('off')).lines.join()).toMatch(/^The portal is open again; it was closed since 2/)
    await until(false, ...servers)
    expect((await world.partner.try(leadRoutes.listLeads, { query: {} })).status).toBe(200)
    expect((await ask('off')).lines).toEqual(['The portal was open.'])
    await ask('on')
    await until(true, ...servers)
    await ask('off')
    await until(false, ...servers)
    const by = 'operator'
    const [first, end] = await lastEvents()
    expect([first, end]).toMatchObject([
      { name: 'maintenance.started', after: { message, by } },
      { name: 'maintenance.ended', after: { since: expect.any(String), by } },
    ])
  })
})
