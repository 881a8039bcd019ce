import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import { password } from '#test/test-app.ts'
import { payoutRoutes } from '../api/payouts.ts'

describe.each(databaseKinds())('runs of payouts on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
  })
  afterAll(() => world.app.close())

  const rowOf = async (id: string, search = '') => {
    const { items } = await world.staff.call(commissionRoutes.listCommissions, { query: { limit: 200, search } })
    return items.find((each) => each.id === id)
  }
  const plannedFor = async (partnerId: string) => (await world.preview()).payouts.find(({ partner }) => partner.id === partnerId)
  const hold = (id: string) =>
    world.staff.try(commissionRoutes.holdCommission, { params: { id }, body: { reason: 'À éclaircir' } })

  test('a run pays each partner once, by numbered payouts that alone pay their commissions', async () => {
    const [anne, bruno] = [await world.partner('Anne'), await world.partner('Bruno')]
    const first = await world.payable(anne, 10_000)
    await world.payable(anne, 5000)
    await world.payable(bruno, 7000)
    const held = await world.payable(anne, 900)
    await hold(held)
    await world.staff.call(commissionRoutes.reverseCommission, {
      params: { id: first },
      body: { revenueCents: 20_000, leftCents: 100_000, reason: 'Client remboursé' },
    })
    const preview = await world.preview()
    expect(preview.payouts.map((each) => [each.partner.name, each.netCents, each.lines.length, each.withheld])).toEqual([
      ['Anne', 13_000, 3, null],
      ['Bruno', 7000, 1, null],
    ])
    expect(preview.payouts[0]?.leftOut).toMatchObject([{ commissionId: held, why: 'held', reason: 'À éclaircir' }])
    expect(preview.totals).toEqual({ payouts: 2, netCents: 20_000, vatCents: 0, totalCents: 20_000 })
    const { status, body: run } = await world.issue(preview)
    expect([status, run]).toMatchObject([
      201,
      { payouts: 2, totalCents: 20_000, byState: [{ state: 'issued', count: 2, totalCents: 20_000 }] },
    ])
    const payouts = await world.payouts(run.id)
    const month = new Date(world.app.now).toISOString().slice(0, 7)
    expect(payouts.map(({ reference, totalCents, state }) => [reference, totalCents, state])).toEqual([
      [`REL-${month}-0001`, 13_000, 'issued'],
      [`REL-${month}-0002`, 7000, 'issued'],
    ])
    expect(await rowOf(first)).toMatchObject({
      payout: { id: payouts[0]?.id, reference: payouts[0]?.reference },
      can: { pay: false, hold: false, reverse: true },
    })
    const paid = await world.staff.try(commissionRoutes.payCommission, { params: { id: first }, body: null })
    expect([paid.status, paid.body.code, paid.body.detail]).toEqual([
      409,
      'commission_in_payout',
      expect.stringContaining(payouts[0]?.reference ?? '?'),
    ])
    expect((await hold(first)).body.code).toBe('commission_in_payout')
    const bulk = { ids: [first], amountCents: 10_000 }
    expect((await world.staff.try(commissionRoutes.payCommissions, { body: bulk })).body.code).toBe('commissions_changed')
    expect((await world.preview()).payouts.map(({ withheld }) => withheld?.code)).toEqual(['nothing_left'])
    const detail = await anne.call(payoutRoutes.getPayout, { params: { id: payouts[0]?.id ?? '' } })
    expect(detail.lines.map(({ amountCents }) => amountCents).toSorted((one, other) => one - other)).toEqual([
      -2000, 5000, 10_000,
    ])
    expect(detail.lines.map((line) => line.detail.replace(/\d\d\/\d\d\/\d{4}/, '…')).toSorted()).toEqual([
      'Ajoutée par le programme, validée le …',
      'Ajoutée par le programme, validée le …',
      'Reprise du … : Client remboursé',
    ])
    expect(detail.held).toEqual([{ client: 'Prime', amountCents: 900, reason: 'À éclaircir' }])
    expect(detail.people).toBeNull()
    expect((await bruno.try(payoutRoutes.getPayout, { params: { id: payouts[0]?.id ?? '' } })).status).toBe(404)
    expect((await bruno.call(payoutRoutes.listPayouts, { query: {} })).items.map(({ id }) => id)).toEqual([payouts[1]?.id])
    await world.staff.call(commissionRoutes.releaseCommission, { params: { id: held } })
    await world.issued()
  })

  test('a partner who charges VAT is paid it on top; a profile changed since the preview is noticed', async () => {
    const anne = await world.partner('Anne')
    await world.payable(anne, 220_000)
    const profile = {
      mode: 'upload' as const,
      regime: 'standard' as const,
      vatRate: 20,
      legalForm: 'SARL',
      legalName: 'Anne Conseil',
      companyNumber: '732829320',
      vatNumber: 'FR44732829320',
      buildingNumber: '1',
      street: 'rue de la Paix',
      postcode: '75002',
      town: 'Paris',
      country: 'FR',
    }
    const stale = await world.preview()
    expect(stale.totals.totalCents).toBe(220_000)
    await anne.call(billingRoutes.saveBilling, { body: profile })
    expect((await world.issue(stale)).body.code).toBe('payouts_changed')
    const preview = await world.preview()
    expect(preview.payouts[0]).toMatchObject({ netCents: 220_000, vatCents: 44_000, totalCents: 264_000 })
    const { body: run } = await world.issue(preview)
    expect(run.totalCents).toBe(264_000)
    const [payout] = await world.payouts(run.id)
    expect(payout).toMatchObject({ netCents: 220_000, vatCents: 44_000, totalCents: 264_000 })
  })

  test('bank details that are not payable, the minimum and a negative balance hold a payout back', async () => {
    const client = await world.app.newPartner('nobank@exemple.fr', 'Chloé')
    await world.payable(client, 4000)
    const code = async () => (await plannedFor(client.userId))?.withheld
    expect((await code())?.code).toBe('bank_missing')
    const save = (iban: string) =>
      client.call(paymentRoutes.savePaymentInfo, {
        body: { company: 'Chloé', iban, address: '1 rue du Port', country: 'France', password },
      })
    await save('FR7630006000011234567890188')
    expect((await code())?.code).toBe('bank_checksum')
    await save('FR7630006000011234567890189')
    expect(await code()).toMatchObject({ code: 'bank_recent', until: new Date(world.app.now.getTime() + 3 * day).toISOString() })
    world.app.pass(3 * day)
    await world.app.signIn(world.staff, 'admin@acme.example')
    expect(await code()).toBeNull()
    await world.programme({ minimumPayoutCents: 4001 })
    expect((await code())?.code).toBe('below_minimum')
    await world.programme({ minimumPayoutCents: 0 })
    const id = await world.payable(client, 1000)
    await world.issued()
    await world.staff.call(commissionRoutes.reverseCommission, {
      params: { id },
      body: { revenueCents: 10_000, leftCents: 10_000, reason: 'Remboursé' },
    })
    expect(await plannedFor(client.userId)).toMatchObject({ netCents: -1000, withheld: { code: 'negative' } })
    await world.payable(client, 1500)
    expect(await plannedFor(client.userId)).toMatchObject({ netCents: 500, withheld: null })
    await world.issued()
  })

  test('staff leave out a commission or a partner, and the run remembers why', async () => {
    const [dora, emil] = [await world.partner('Dora'), await world.partner('Emil')]
    const [left] = [await world.payable(dora, 1000), await world.payable(dora, 2000), await world.payable(emil, 3000)]
    const exclusions = [
      { partnerId: dora.userId, commissionId: left, reason: 'Facture manquante' },
      { partnerId: emil.userId, commissionId: null, reason: 'En litige' },
    ]
    const preview = await world.preview(exclusions)
    expect(preview.totals.totalCents).toBe(2000)
    const { body: run } = await world.issue(preview, exclusions)
    const [payout] = await world.payouts(run.id)
    const detail = await world.staff.call(payoutRoutes.getPayout, { params: { id: payout?.id ?? '' } })
    expect(detail.excluded).toEqual([{ client: 'Prime', amountCents: 1000, reason: 'Facture manquante' }])
    const own = await dora.call(payoutRoutes.getPayout, { params: { id: payout?.id ?? '' } })
    expect([own.excluded, own.held]).toEqual([[], []])
    const exclusion = await world.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('payout_exclusions').selectAll().where('run_id', '=', run.id).execute(),
    )
    expect(exclusion).toContainEqual(
      expect.objectContaining({ partner_id: emil.userId, commission_id: null, amount_cents: 3000, reason: 'En litige' }),
    )
    expect((await world.preview()).totals.totalCents).toBe(4000)
    await world.issued()
  })

  test('nobody issues money of their own: it waits for somebody else', async () => {
    const fay = await world.partner('Fay')
    await world.payable(fay, 1000)
    await world.app.changeRole(fay, 'admin')
    await world.app.signIn(fay, fay.email)
    const asFay = (await world.preview([], fay)).payouts.find(({ partner }) => partner.id === fay.userId)
    expect([asFay?.withheld?.code, (await plannedFor(fay.userId))?.withheld]).toEqual(['own', null])
    const [payout] = await world.issued()
    world.app.pass(16 * day)
    await world.app.signIn(fay, fay.email)
    expect((await world.approve(payout ? [payout] : [], fay)).body.code).toBe('own_commission')
    await world.app.signIn(world.staff, 'admin@acme.example')
    expect((await world.approve(payout ? [payout] : [])).status).toBe(200)
    await world.app.changeRole(fay, 'partner')
  })

  test('what is not as it was seen is not issued', async () => {
    const gil = await world.partner('Gil')
    const id = await world.payable(gil, 1000)
    const preview = await world.preview()
    await world.payable(gil, 500)
    const changed = await world.issue(preview)
    expect([changed.status, changed.body.code, changed.body.facts]).toEqual([
      409,
      'payouts_changed',
      { count: 1, totalCents: 1500 },
    ])
    const again = await world.preview()
    await hold(id)
    expect((await world.issue(again)).body.code).toBe('payouts_changed')
    await world.staff.call(commissionRoutes.releaseCommission, { params: { id } })
    expect((await world.issue(again)).status).toBe(201)
    expect((await world.issue(await world.preview())).body.code).toBe('payouts_changed')
  })

  test('of two people who issue at once, one issues; a hold at the same time is either in the run or refused', async () => {
    const [hugo, other] = [await world.partner('Hugo'), await world.app.newPerson('second@exemple.fr', 'admin', 'Second')]
    const id = await world.payable(hugo, 1000)
    const preview = await world.preview()
    const both = await Promise.all([world.issue(preview), world.issue(preview, [], other)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect((await rowOf(id))?.payout).not.toBeNull()
    for (let round = 0; round < 4; round += 1) {
      const next = await world.payable(hugo, 1000 + round)
      const runPreview = await world.preview()
      const [issued, held] = await Promise.all([world.issue(runPreview, [], other), hold(next)])
      const row = await rowOf(next)
      expect([issued.status, held.status, row?.payout !== null, row?.heldReason !== null]).toEqual(
        issued.status === 201 ? [201, 409, true, false] : [409, 200, false, true],
      )
      if (held.status === 200) await world.staff.call(commissionRoutes.releaseCommission, { params: { id: next } })
    }
    const series = Map.groupBy(await world.payouts(), ({ reference }) => reference.slice(0, -5))
    for (const payouts of series.values()) {
      expect(payouts.map(({ reference }) => Number(reference.slice(-4)))).toEqual(payouts.map((_, index) => index + 1))
    }
  })
})
