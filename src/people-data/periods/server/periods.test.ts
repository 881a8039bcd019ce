import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { erasureRoutes } from '#people-data/erasures/api.ts'
import { followErasures } from '#people-data/erasures/server/follow.ts'
import type { CountedPeriod } from '#people-data/register/domain/periods.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import { doForOperator } from '#portal/server/operator/commands.ts'
import { databaseKinds } from '#test/databases.ts'
import { tablesWith } from '#test/everything-in.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import { password } from '#test/test-app.ts'
import { periodRoutes } from '../api.ts'
import { followPeriods } from './commands.ts'

const day = 86_400_000

describe.each(databaseKinds())('periods of data on %s', inOrder, (databaseKind) => {
  let world: PartnerMail
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
    await world.next()
    await world.app.admin.call(partnerRoutes.invite, {
      body: { email: 'jamais@exemple.fr', fullName: 'Jamais Venue', role: 'partner' },
    })
    await world.received()
    await verified()
  })
  afterAll(() => world.close())

  /** Sessions begin by the database's clock, so that the portal's cannot go a year ahead of it: what there is was longer ago. */
  const longAgo = () =>
    world.app.portal.database.asOwner(async (run) => {
      await run("update mails set sent_at = sent_at - interval '400 days'")
      await run("update invitations set expires_at = expires_at - interval '400 days' where accepted_at is null")
    })
  /** Whose turn it is to confirm the periods. */
  const asked = async (client = world.app.admin) =>
    (await client.call(forYouRoutes.getTasks, {})).tasks.find(({ kind }) => kind === 'periodsToConfirm')?.turn
  const state = () => world.app.admin.call(periodRoutes.listPeriods, {})
  const choose = (name: CountedPeriod, days: number, reason = '') =>
    world.app.admin.try(periodRoutes.choosePeriod, { params: { name }, body: { days, reason } })
  const confirm = async () => {
    const { days } = await state()
    await world.app.admin.call(periodRoutes.confirmPeriods, { body: { days, password } })
  }
  /** A copy of an identity document that was verified forty days ago, and one of Kbis. */
  const verified = () =>
    world.app.portal.database.asOwner(async (run) => {
      for (const kind of ['identity', 'registration']) {
        const { rows } = await run(
          `insert into files (id, purpose, name, kind, size, sha256, created_at, claimed_at)
            values (gen_random_uuid(), 'partner_document', 'cni.pdf', 'pdf', 1, repeat('0', 64), $1, $1) returning id`,
          [world.app.now],
        )
        await run(
          `insert into vigilance_documents (id, partner_id, kind, label, status, requested_at, received_at, file_id, issued_on,
              security_code, decided_at, decided_by)
            values (gen_random_uuid(), $1, $2, '', 'verified', $3, $3, $4, '2026-01-01', '', $3, $5)`,
          [world.partner.userId, kind, new Date(world.app.now.getTime() - 40 * day), rows[0]?.id, world.app.admin.userId],
        )
      }
    })
  const copies = () =>
    world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('vigilance_documents as d')
        .leftJoin('files as f', 'f.id', 'd.file_id')
        .select(['d.kind', 'd.status', 'f.name'])
        .orderBy('d.kind')
        .execute(),
    )
  const invited = () =>
    world.app.portal.database.asActor(system, async (tx) => ({
      profiles: await tx.selectFrom('profiles').select('email').where('full_name', '=', 'Jamais Venue').execute(),
      mails: await tx.selectFrom('mails').select('subject').where('recipient', '=', 'jamais@exemple.fr').execute(),
    }))

  test('what its period has ended for is counted and stays until somebody has confirmed the periods', async () => {
    await longAgo()
    expect(await asked()).toBeUndefined()
    const run = await followPeriods(world.app.portal)
    expect(run).toMatchObject({ hasRemoved: false, counts: { invitation: 1, identityCopy: 1, mail: expect.any(Number) } })
    expect(await invited()).toMatchObject({ profiles: [{ email: 'jamais@exemple.fr' }], mails: [{}] })
    expect(await asked()).toBe('yours')
    const finance = await world.app.newStaff('finance@acme.example', 'finance')
    expect(await asked(finance)).toBe('colleagues')
    const { isConfirmed, going, counts, next, days } = await state()
    expect([isConfirmed, counts.invitation, going[0]?.label]).toEqual([false, 1, 'Jamais Venue'])
    expect(next).toMatchObject({ invitation: 1, identityCopy: 1, mail: run.counts.mail })
    const unproved = await world.app.admin.try(periodRoutes.confirmPeriods, { body: { days } })
    expect(unproved.body.code).toBe('confirmation_required')
  })

  test('a dry run of the operator says how much would go, and removes nothing', async () => {
    await confirm()
    expect(await asked()).toBeUndefined()
    const { lines } = await doForOperator(world.app.portal, { command: 'people', 'dry-run': true })
    expect(lines).toContain('invitation: 1')
    expect((await invited()).profiles).toHaveLength(1)
  })

  test('once they are confirmed the run removes it, and its event has counts alone', async () => {
    const run = await followPeriods(world.app.portal)
    expect(run.hasRemoved).toBe(true)
    expect(await invited()).toEqual({ profiles: [], mails: [] })
    expect(await copies()).toEqual([
      { kind: 'identity', status: 'verified', name: null },
      { kind: 'registration', status: 'verified', name: 'cni.pdf' },
    ])
    const [event] = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('after').where('name', '=', 'periods.followed').execute(),
    )
    expect(event?.after).toEqual({ removed: { invitation: 1, identityCopy: 1, mail: run.counts.mail } })
    expect((await followPeriods(world.app.portal)).counts).not.toHaveProperty('mail')
  })

  test('longer takes a reason, the law’s is not shortened, and a change asks for another confirmation', async () => {
    const refused = async (...args: Parameters<typeof choose>) => {
      const { status, body } = await choose(...args)
      return [status, body.code]
    }
    expect(await refused('mail', 500)).toEqual([422, 'invalid_input'])
    expect(await refused('accounting', 3000)).toEqual([422, 'invalid_input'])
    expect((await choose('mail', 0)).body.detail).toMatch(/^(Please enter whole days, from 1|Indiquez un nombre entier)/)
    expect((await choose('mail', 500, 'Procès en cours')).status).toBe(204)
    expect(await state()).toMatchObject({ isConfirmed: false })
    expect(await asked()).toBe('yours')
    expect((await followPeriods(world.app.portal)).hasRemoved).toBe(false)
  })

  test('periods that have changed since they were read are not confirmed', async () => {
    const { days } = await state()
    await choose('mail', 100)
    const { body } = await world.app.admin.try(periodRoutes.confirmPeriods, { body: { days, password } })
    expect(body.code).toBe('changed_meanwhile')
  })

  test('a lead whose period has ended is erased; one that money keeps loses contact and texts', async () => {
    const { app, partner } = world
    const add = async (name: string) => {
      const body = { ...plainLead, name, company: `${name} SARL`, email: `${name}@ancien.example`, notes: `${name} note` }
      const { id } = await partner.call(leadRoutes.addLead, { body })
      await partner.call(leadRoutes.commentOnLead, { params: { id }, body: { body: `Vu ${name}` } })
      return id
    }
    const [gone, signed, young] = [await add('perimix'), await add('signix'), await add('recentix')]
    await partner.call(leadRoutes.moveLead, { params: { id: signed }, body: { from: 'nouveau', to: 'signe' } })
    await app.portal.database.asOwner(async (run) => {
      const ids = [[gone, signed]]
      await run("update leads set created_at = created_at - interval '1200 days' where id = any($1::text[]::uuid[])", ids)
      await run('update lead_signings set signed_on = signed_on - 1200 where lead_id = any($1::text[]::uuid[])', ids)
      await run('update lead_registrations set protected_until = null where lead_id = any($1::text[]::uuid[])', ids)
    })
    await confirm()
    expect((await followPeriods(app.portal)).counts).toMatchObject({ lead: 1, client: 1 })
    expect((await followPeriods(app.portal)).counts).not.toHaveProperty('lead')
    expect((await partner.try(leadRoutes.getLead, { params: { id: gone } })).status).toBe(404)
    await followErasures(app.portal)
    expect((await partner.try(leadRoutes.getLead, { params: { id: gone } })).status).toBe(404)
    const kept = await partner.call(leadRoutes.getLead, { params: { id: signed } })
    expect([kept.company, kept.email, kept.notes]).toEqual(['signix SARL', '', ''])
    expect((await partner.call(leadRoutes.getLead, { params: { id: young } })).name).toBe('recentix')
    for (const name of ['perimix', 'signix note', 'Vu signix']) expect(await tablesWith(app, name)).toEqual([])
    const { items } = await app.admin.call(erasureRoutes.listErasures, {})
    expect(items.map(({ period, state, mentions }) => [period, state, mentions])).toEqual(
      expect.arrayContaining([
        ['lead', 'done', []],
        ['client', 'done', []],
      ]),
    )
    expect((await followPeriods(app.portal)).counts).not.toHaveProperty('client')
  })

  test('a request goes five years after its answer', async () => {
    const { app } = world
    const { id } = await app.admin.call(requestRoutes.enterRequest, {
      body: {
        wish: 'object',
        channel: 'letter',
        email: 'courrier@ancien.example',
        name: 'Courrier',
        phone: '',
        message: '',
        receivedOn: app.now.toISOString().slice(0, 10),
        recognised: 'Pièce',
      },
    })
    await app.admin.call(requestRoutes.answerRequest, {
      params: { id },
      body: { outcome: 'done', report: 'Votre opposition est notée.' },
    })
    await app.portal.database.asOwner((run) => run("update people_requests set answered_at = answered_at - interval '1900 days'"))
    expect((await followPeriods(app.portal)).counts).toMatchObject({ request: 1 })
    expect((await app.admin.try(requestRoutes.getRequest, { params: { id } })).status).toBe(404)
  })
})
