import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { announcementRoutes } from '#communication/announcements/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { appendNow } from '#operations/journal/server/append-commands.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { followPeriods } from '#people-data/periods/server/commands.ts'
import { daysInForce } from '#people-data/register/domain/periods.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import { fileKey } from '#platform/server/files/store.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { handleEvent } from '#portal/server/event-handlers.ts'
import { databaseKinds } from '#test/databases.ts'
import { tablesWith } from '#test/everything-in.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { SigningTestApp } from '#test/signing-app.ts'
import { type Client, password } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const day = 86_400_000
const params = (id: string) => ({ params: { id } })

describe.each(databaseKinds())('beside an erasure on %s', (kind) => {
  let world: PayoutApp
  let partner: Client & { email: string }
  let count = 0
  beforeAll(async () => {
    world = await PayoutApp.open(kind)
    partner = await world.partner('Marie Dupont')
  })
  afterAll(() => world.app.close())

  const add = async (key = randomUUID()) => {
    count += 1
    const canary = `kanarx${count}`
    const body = { ...plainLead, name: `${canary} Martin`, company: `Maison ${count}`, email: `${canary}@maison${count}.example` }
    const { id } = await partner.call(leadRoutes.addLead, { body }, { 'idempotency-key': key })
    return { id, canary, email: body.email, body }
  }
  const erase = async (id: string, soleTrader = false) => {
    await world.app.proven(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader }], password } })
    // The job that plans it would carry it out beside the test.
    await world.idle()
    world.app.pass(3 * day)
    await followErasures(world.app.portal)
  }

  test('the statements of its partner keep their bytes', async () => {
    const { id } = await add()
    await partner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
    await world.idle()
    const commissions = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('commissions').select('id').where('lead_id', '=', id).execute(),
    )
    for (const each of commissions) await world.staff.call(commissionRoutes.validateCommission, params(each.id))
    await world.payable(partner, 50_000)
    const [payout] = await world.issued()
    await world.idle()
    const statement = () => partner.send('GET', `/api${payoutRoutes.payoutStatement.path.replace(':id', payout?.id ?? '')}`)
    const before = await statement()
    expect(before.statusCode).toBe(200)
    await erase(id)
    await sweepFiles(world.app.portal)
    expect((await statement()).rawPayload).toEqual(before.rawPayload)
  })

  test.each([true, false])('the journal of an open month (a sole trader: %s)', async (soleTrader) => {
    const { id, body } = await add()
    await partner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
    await world.idle()
    const [commission] = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('commissions').select('id').where('lead_id', '=', id).execute(),
    )
    const ofCommission = params(commission?.id ?? '')
    await world.staff.call(commissionRoutes.validateCommission, ofCommission)
    await world.staff.call(commissionRoutes.payCommission, { ...ofCommission, body: null })
    const journal = async () => (await world.staff.send('GET', '/api/journal.csv')).rawPayload.toString()
    const before = await journal()
    expect(before).toContain(body.company)
    await erase(id, soleTrader)
    expect(await journal()).toEqual(before)
    expect(await tablesWith(world.app, body.company)).toEqual(
      soleTrader ? ['public.booked_clients'] : expect.arrayContaining(['public.leads']),
    )
  })

  test('reasons of the books are listed, and taken out where somebody decides it', async () => {
    const { id, canary } = await add()
    await partner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
    await world.idle()
    const [commission] = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('commissions').select('id').where('lead_id', '=', id).execute(),
    )
    const ofCommission = params(commission?.id ?? '')
    const hold = (reason: string) => world.staff.call(commissionRoutes.holdCommission, { ...ofCommission, body: { reason } })
    // Nothing but its event tells of this one any more.
    await hold(`${canary} Martin attend`)
    await world.staff.call(commissionRoutes.releaseCommission, ofCommission)
    await hold(`${canary} Martin conteste`)
    await world.payable(partner, 40_000)
    const [payout] = await world.issued()
    await world.staff.call(payoutRoutes.cancelPayout, { ...params(payout?.id ?? ''), body: { reason: `Pour ${canary} Martin` } })
    await world.idle()
    await erase(id)
    const [erasure] = (await world.app.admin.call(erasureRoutes.listErasures, {})).items
    expect(erasure?.mentions.map(({ text }) => text).toSorted()).toEqual([`Pour ${canary} Martin`, `${canary} Martin conteste`])
    for (const mention of erasure?.mentions ?? [])
      await world.app.admin.call(erasureRoutes.decideMention, { ...params(mention.id), body: { decision: 'empty' } })
    await followErasures(world.app.portal)
    expect(await tablesWith(world.app, canary)).toEqual([])
    const { events } = await world.staff.call(commissionRoutes.commissionHistory, ofCommission)
    expect(events.filter(({ name }) => name === 'commission.held').map(({ note }) => note)).toEqual(['', ''])
  })

  test('the subject of mails to several is one text, by whose key nobody is named', async () => {
    const { id, canary } = await add()
    await world.staff.call(announcementRoutes.publishAnnouncement, {
      body: { title: `${canary} Martin`, text: 'Bonjour à tous', audience: 'all' },
    })
    await world.idle()
    await erase(id)
    const [erasure] = (await world.app.admin.call(erasureRoutes.listErasures, {})).items
    expect(erasure?.mentions.filter(({ table }) => table === 'mails')).toHaveLength(1)
    for (const mention of erasure?.mentions ?? [])
      await world.app.admin.call(erasureRoutes.decideMention, { ...params(mention.id), body: { decision: 'empty' } })
    await followErasures(world.app.portal)
    expect(await tablesWith(world.app, canary)).toEqual([])
    expect(readFileSync(join(world.app.dataDir, 'erased.jsonl'), 'utf8')).not.toContain('@')
  })

  test.each([true, false])('bank details of a partner alone, as long as something is owed (%s)', async (isOwed) => {
    const left = await world.partner(isOwed ? 'Kim Dû' : 'Lou Soldé')
    if (isOwed) await world.payable(left, 30_000)
    await world.app.admin.call(partnerRoutes.deletePartner, { ...params(left.userId), query: {} })
    await world.app.proven(erasureRoutes.planAccountErasure, { ...params(left.userId), body: { password } })
    // The job that plans it would carry it out beside the test.
    await world.idle()
    world.app.pass(3 * day)
    await followErasures(world.app.portal)
    const [erasure] = (await world.app.admin.call(erasureRoutes.listErasures, {})).items
    const kept = erasure?.report?.kept.filter(({ table }) => table === 'payment_infos')
    expect(kept).toMatchObject(isOwed ? [{ rows: 1, law: 'contract', until: null }] : [])
    expect(erasure?.report?.deleted.payment_infos).toBe(isOwed ? undefined : 1)
  })

  test('a lead that was deleted is found by its mailbox, shown to the person, and goes with its receipt', async () => {
    const { id, canary, email } = await add()
    await appendNow(world.app.portal)
    expect((await partner.send('GET', `/api/leads/${id}/receipt`)).statusCode).toBe(200)
    await partner.call(leadRoutes.deleteLead, params(id))
    await world.idle()
    const asked = await world.app.admin.call(requestRoutes.enterRequest, {
      body: {
        wish: 'read',
        channel: 'letter',
        email,
        name: 'Elle-même',
        receivedOn: world.app.now.toISOString().slice(0, 10),
        recognised: 'Sa carte',
      },
    })
    const { found } = await world.app.admin.call(requestRoutes.getRequest, params(asked.id))
    expect(found.tables.map(({ table }) => table)).toContain('History')
    const { items } = await world.app.admin.call(erasureRoutes.findErasable, { query: { address: email.toUpperCase() } })
    expect(items).toMatchObject([{ id, name: `${canary} Martin`, holds: [] }])
    await erase(id)
    await sweepFiles(world.app.portal)
    expect((await tablesWith(world.app, canary)).filter((table) => !table.includes('people_requests'))).toEqual([])
    expect((await world.app.admin.call(erasureRoutes.findErasable, { query: { address: email } })).items).toEqual([])
  })

  test('a lead that nobody asks about goes some months after it was deleted', async () => {
    const { id, canary } = await add()
    await appendNow(world.app.portal)
    expect((await partner.send('GET', `/api/leads/${id}/receipt`)).statusCode).toBe(200)
    await partner.call(leadRoutes.deleteLead, params(id))
    await world.idle()
    const days = daysInForce({})
    await world.app.portal.database.asOwner((run) =>
      run('update data_periods set confirmed = $1, confirmed_at = now(), confirmed_by = $2', [
        JSON.stringify(days),
        world.staff.userId,
      ]),
    )
    const later = (more: number) => ({
      ...world.app.portal,
      clock: { now: () => new Date(world.app.now.getTime() + (days.refused + more) * day) },
    })
    await followPeriods(later(-2))
    expect((await tablesWith(world.app, canary)).length).toBeGreaterThan(0)
    await followPeriods(later(2))
    expect((await tablesWith(world.app, canary)).filter((table) => !table.includes('idempotency'))).toEqual([])
  })

  test('a repeated request does not tell of the person afterwards, and late jobs mail nobody', async () => {
    const key = randomUUID()
    const { id, canary, body } = await add(key)
    await world.idle()
    const events = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('id').where('subject_id', '=', id).execute(),
    )
    await partner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'premier_contact' } })
    await erase(id)
    const again = await partner.try(leadRoutes.addLead, { body }, { 'idempotency-key': key })
    expect(JSON.stringify(again.body)).not.toContain(`${id}`)
    for (const event of events) await handleEvent(world.app.portal, event.id)
    await world.idle()
    const mails = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('mails')
        .select('subject')
        .where(
          'event_id',
          'in',
          events.map((each) => each.id),
        )
        .execute(),
    )
    expect(mails.filter(({ subject }) => subject.includes(canary))).toEqual([])
  })
})

test('an account that has ended leaves its signed contract as it was', async () => {
  const signing = await SigningTestApp.open('pglite')
  const { app } = signing
  await signing.nextPartner()
  const { userId } = signing.marie
  await signing.signed(await signing.assign())
  const files = () =>
    app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('files')
        .select(['id', 'purpose', 'name', 'sha256', 'claimed_at', 'released_at'])
        .where('purpose', 'in', ['contract', 'sealed'])
        .orderBy('id')
        .execute(),
    )
  const before = await files()
  expect(before.length).toBeGreaterThan(0)
  await app.admin.call(partnerRoutes.deletePartner, { ...params(userId), query: {} })
  await app.proven(erasureRoutes.planAccountErasure, { ...params(userId), body: { password } })
  app.pass(3 * day)
  await followErasures(app.portal)
  await sweepFiles(app.portal)
  expect(await files()).toEqual(before)
  for (const file of before) (await app.portal.files.read(fileKey(file))).destroy()
  await signing.close()
})
