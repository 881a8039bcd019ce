import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { notificationRoutes } from '#communication/notifications/api/notifications.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { day, PayoutApp, programmeForm } from '#test/payout-app.ts'
import { pdfText } from '#test/pdf-text.ts'
import type { Client } from '#test/test-app.ts'
import { payoutRoutes } from '../api/payouts.ts'
import { payoutBackgroundHandlers } from './statement-file.ts'

describe.each(databaseKinds())('steps of payouts on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  let second: Client
  let marie: Client
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
    marie = await world.partner('Marie Dupont')
    second = await world.app.newPerson('second@exemple.fr', 'admin', 'Second Admin')
  })
  afterAll(async () => {
    await world.app.close()
    await mailbox.close()
  })

  const params = (id: string) => ({ params: { id } })
  const issued = async (amountCents: number, who = marie) => {
    await world.payable(who, amountCents)
    const [payout] = await world.issued()
    if (!payout) throw new Error('nothing was issued')
    return payout
  }
  const accept = (id: string, who = marie) => who.try(payoutRoutes.acceptPayout, params(id))
  const accepted = async (amountCents: number) => {
    const payout = await issued(amountCents)
    await accept(payout.id)
    return payout
  }
  const now = (id: string) => world.staff.call(payoutRoutes.getPayout, params(id))
  const cancel = (id: string, who = world.staff) =>
    who.try(payoutRoutes.cancelPayout, { ...params(id), body: { reason: 'Erreur' } })

  test('a statement is printed, mailed with its PDF and open to its partner alone', async () => {
    await world.idle()
    mailbox.mails.length = 0
    await world.payable(marie, 180_000, 'Boulangerie Bernard')
    const [payout] = await world.issued()
    if (!payout) throw new Error('nothing was issued')
    await world.idle()
    const [mail] = mailbox.mails.filter(({ subject }) => subject.includes(payout.reference))
    expect([mail?.subject, mail?.attachments.map(({ filename }) => filename)]).toEqual([
      `Votre relevé ${payout.reference} : 1 800,00 €`.replaceAll(' ', ' '),
      [`${payout.reference}.pdf`],
    ])
    const file = await marie.send('GET', `/api/payouts/${payout.id}/statement`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(mail?.attachments[0]?.content.equals(file.rawPayload)).toBe(true)
    const text = await pdfText(file.rawPayload)
    expect(text).toContain(payout.reference)
    expect(text).toContain('Boulangerie Bernard')
    expect(text).toContain('Acme SAS')
    const storedFile = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('files').selectAll().where('purpose', '=', 'statement').where('claimed_at', 'is not', null).execute(),
    )
    const bytes = await buffer(await world.app.portal.files.read(`statement/${storedFile.at(-1)?.id}`))
    expect(bytes.equals(file.rawPayload)).toBe(true)
    const other = await world.partner('Karim')
    expect((await other.send('GET', `/api/payouts/${payout.id}/statement`)).statusCode).toBe(404)
    expect((await now(payout.id)).hasStatement).toBe(true)
    await marie.call(notificationRoutes.saveNotifications, { body: { switchedOff: ['payout_issued'] } })
    mailbox.mails.length = 0
    await issued(1000)
    await world.idle()
    expect(mailbox.mails.filter(({ subject }) => subject.includes('relevé'))).toEqual([])
    await marie.call(notificationRoutes.saveNotifications, { body: { switchedOff: [] } })
  })

  test('a payout is accepted by its partner, or when the time to contest is over, and approved only then', async () => {
    const payout = await issued(1000)
    expect((await world.approve([payout])).body.code).toBe('payouts_changed')
    const answer = await accept(payout.id)
    expect([answer.body.state, answer.body.can.accept]).toEqual(['accepted', false])
    expect((await accept(payout.id)).status).toBe(200)
    expect((await accept(payout.id, second)).status).toBe(403)
    expect((await world.approve([payout])).status).toBe(200)
    expect((await accept(payout.id)).body.code).toBe('payout_not_issued')
    const silent = await issued(2000)
    world.app.pass(15 * day)
    await world.app.signIn(world.staff, 'admin@acme.example')
    await world.app.signIn(second, 'second@exemple.fr')
    await world.app.signIn(marie, 'partner1@exemple.fr')
    expect(await now(silent.id)).toMatchObject({ state: 'accepted', acceptedAt: null })
    const { items } = await world.staff.call(payoutRoutes.listPayouts, { query: { state: 'accepted' } })
    expect(items.map(({ id }) => id)).toContain(silent.id)
    expect((await world.approve([silent], second)).status).toBe(200)
    const { byState } = await world.staff.call(payoutRoutes.payoutSummary, { query: { state: 'approved' } })
    expect(byState).toEqual([{ state: 'approved', count: 2, totalCents: 3000 }])
  })

  test('above the limit somebody else approves than who issued; of two at once, one does', async () => {
    const small = await accepted(1_000_000)
    expect((await now(small.id)).can.approve).toBe(true)
    const large = await accepted(1_000_001)
    expect(await now(large.id)).toMatchObject({ can: { approve: false }, people: { needsSecond: true, alone: false } })
    const refused = await world.approve([small, large])
    expect([refused.status, refused.body.code]).toEqual([403, 'payout_needs_second'])
    expect((await now(small.id)).state).toBe('accepted')
    const both = await Promise.all([world.approve([small, large], second), world.approve([large, small], second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await now(large.id)).people).toEqual({
      issuedBy: expect.any(String),
      approvedBy: 'Second Admin',
      alone: false,
      needsSecond: true,
    })
  })

  test('the only administrator approves their own issue, and that is recorded', async () => {
    const alone = await PayoutApp.open(databaseKind)
    try {
      const partner = await alone.partner()
      await alone.payable(partner, 2_000_000)
      const [payout] = await alone.issued()
      if (!payout) throw new Error('nothing was issued')
      await partner.call(payoutRoutes.acceptPayout, params(payout.id))
      expect((await alone.approve([payout])).status).toBe(200)
      const detail = await alone.staff.call(payoutRoutes.getPayout, params(payout.id))
      expect([detail.state, detail.people?.alone]).toEqual(['approved', true])
    } finally {
      await alone.app.close()
    }
  })

  test('a cancelled payout frees its commissions for the next run, and says why', async () => {
    const payout = await accepted(3000)
    expect((await cancel(payout.id, marie)).status).toBe(403)
    const cancelled = await cancel(payout.id)
    expect(cancelled.body).toMatchObject({ state: 'cancelled', cancelReason: 'Erreur', lines: [{ amountCents: 3000 }] })
    expect((await cancel(payout.id)).body.code).toBe('payout_step_impossible')
    expect((await world.preview()).totals.totalCents).toBe(3000)
    const { items } = await marie.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
    expect(items.find(({ amountCents }) => amountCents === 3000)).toMatchObject({ payout: null, status: 'valide' })
    const [again] = await world.issued()
    expect(again?.totalCents).toBe(3000)
    const csv = (await world.staff.send('GET', `/api/payouts.csv?state=cancelled`)).body
    expect(csv).toContain(`${payout.reference};`)
    expect(csv).toContain(';30,00;0,00;30,00;Cancelled;')
  })

  test('payouts are paid with their commissions, and what the bank returns is to be paid again', async () => {
    const payout = await accepted(6000)
    await world.approve([payout])
    const today = isoDay(world.app.now, defaultTimeZone)
    const pay = (totalCents: number, paidOn = today) =>
      world.staff.try(payoutRoutes.payPayouts, {
        body: { ids: [payout.id], totalCents, payment: { paidOn, reference: 'VIR 4711' } },
      })
    expect((await pay(5999)).body.code).toBe('payouts_changed')
    expect((await pay(6000, isoDay(new Date(world.app.now.getTime() + day), defaultTimeZone))).status).toBe(422)
    const issuedOn = isoDay(new Date(payout.issuedAt), defaultTimeZone)
    const before = await pay(6000, isoDay(new Date(new Date(payout.issuedAt).getTime() - day), defaultTimeZone))
    const message = `${payout.reference} was issued on ${issuedOn}: it cannot have been paid before that day.`
    expect([before.status, before.body.fields]).toEqual([422, [{ path: 'payment.paidOn', message }]])
    const both = await Promise.all([pay(6000), pay(6000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const commission = async () => {
      const { items } = await marie.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
      return items.find(({ amountCents }) => amountCents === 6000)
    }
    expect(await commission()).toMatchObject({
      status: 'paye',
      paymentReference: 'VIR 4711',
      payout: { reference: payout.reference },
    })
    expect(await now(payout.id)).toMatchObject({ state: 'paid', can: { pay: false, reject: true, cancel: false } })
    const returned = await world.staff.try(payoutRoutes.rejectPayout, { ...params(payout.id), body: { reason: 'Compte clos' } })
    expect(returned.body).toMatchObject({ state: 'rejected', rejectReason: 'Compte clos', paidAt: null })
    expect(await commission()).toMatchObject({ status: 'valide', paidAt: null, paymentReference: '' })
    expect((await pay(6000)).body.code).toBe('payouts_changed')
    expect((await world.staff.try(payoutRoutes.retryPayout, params(payout.id))).body.state).toBe('approved')
    expect((await world.staff.try(payoutRoutes.retryPayout, params(payout.id))).body.code).toBe('payout_step_impossible')
    expect((await pay(6000)).status).toBe(200)
    await world.idle()
    const subjects = mailbox.mails.map(({ subject }) => subject.replaceAll(/\s/g, ' '))
    expect(subjects).toContain(`Votre relevé ${payout.reference} est payé : 60,00 €`)
    expect(subjects).toContain('Le versement de 60,00 € n’a pas abouti')
  })

  test('a partner sees what the next run will bring', async () => {
    await world.payable(marie, 1300)
    expect((await marie.call(payoutRoutes.nextPayout, {})).netCents).toBe(0)
    // Sessions end by the real clock: this one is validated in the past.
    world.app.pass(-31 * day)
    await world.payable(marie, 4200)
    world.app.pass(31 * day)
    const next = await marie.call(payoutRoutes.nextPayout, {})
    expect([next.netCents, next.lines.length, next.minimumCents]).toEqual([4200, 1, 0])
    await world.issued()
  })

  test('the settings tell of the account only its ends, and the event nothing', async () => {
    const settings = await world.programme({ acceptanceDays: 10 })
    expect([settings.maskedIban, settings.acceptanceDays]).toEqual(['DE89 •••• 3000', 10])
    const { iban: _, ...rest } = programmeForm
    const programme = await world.staff.call(programmeRoutes.saveProgramme, { body: { ...rest, bic: 'cobadeffxxx' } })
    expect([programme.maskedIban, programme.bic]).toEqual(['DE89 •••• 3000', 'COBADEFFXXX'])
    const wrong = await world.staff.try(programmeRoutes.saveProgramme, { body: { ...rest, iban: 'DE89370400440532013001' } })
    expect([wrong.status, wrong.body.fields?.[0]?.path]).toEqual([422, 'iban'])
    expect((await marie.try(programmeRoutes.getProgramme, {})).status).toBe(403)
    const events = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').selectAll().where('name', '=', 'programme.changed').orderBy('seq').execute(),
    )
    expect(events.at(-1)?.after).toEqual({ acceptanceDays: 15, bic: 'COBADEFFXXX', ibanChanged: false })
    expect(JSON.stringify(events)).not.toContain('44053201')
    const removed = await world.staff.call(programmeRoutes.saveProgramme, { body: { ...rest, iban: null } })
    expect(removed.maskedIban).toBeNull()
    await world.programme({})
  })

  test('a payout cancelled before its statement is printed gets it all the same, without its mail', async () => {
    const { portal } = world.app
    const handled = portal.eventRules.withJob as Set<string>
    handled.delete('payout_run.issued')
    const payout = await issued(3000).finally(() => handled.add('payout_run.issued'))
    await world.staff.call(payoutRoutes.cancelPayout, { params: { id: payout.id }, body: { reason: 'Erreur' } })
    const file = () => marie.send('GET', `/api/payouts/${payout.id}/statement`)
    const missing = await file()
    expect([missing.statusCode, missing.json().detail]).toEqual([
      404,
      'Ce versement a été annulé avant l’impression de son relevé.',
    ])
    // Mails of earlier payouts have come.
    await world.idle()
    mailbox.mails.length = 0
    const event = await portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .selectAll()
        .where('name', '=', 'payout_run.issued')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow(),
    )
    await payoutBackgroundHandlers['payout_run.issued']?.({ ...event, subjectId: event.subject_id } as never, portal)
    await world.idle()
    expect([(await file()).statusCode, (await now(payout.id)).hasStatement]).toEqual([200, true])
    expect(mailbox.mails.filter(({ attachments }) => attachments.length > 0)).toEqual([])
  })
})
