import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { system } from '#access/domain/actor.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { overviewRoutes } from '#overview/api.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { newId } from '#platform/server/ids.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PayoutApp, programmeForm } from '#test/payout-app.ts'
import { commissionTotalsAddUp } from '#test/policies/kept-sums.ts'
import type { Client } from '#test/test-app.ts'
import { programmeRoutes } from '../api.ts'

const hour = 3_600_000
const zones = [defaultTimeZone, 'America/Martinique', 'Indian/Reunion', 'Pacific/Auckland'] as const

describe.each(databaseKinds())('the provider’s time zone on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let marie: Client
  /** 02:00 UTC on the first day of a month, when it is still the month before in Martinique. */
  let edge: Date
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    const { now } = world.app
    // The nearest one: sessions end thirty days after the real time.
    edge = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (now.getUTCDate() < 5 ? 0 : 1), 1, 2))
    world.app.pass(edge.getTime() - now.getTime() - 1000)
    marie = await world.partner('Marie')
  })
  afterAll(() => world.app.close())

  const addUp = () =>
    world.app.portal.database
      .asOwner(async (run) => (await run(commissionTotalsAddUp)).rows)
      .then(([row]) => Object.values(row ?? {}))

  /** A pending commission of that time. */
  const place = (createdAt: Date, revenueCents: number) =>
    world.app.portal.database.asActor(system, (tx) =>
      tx
        .insertInto('commissions')
        .values({
          id: newId(),
          partner_id: marie.userId,
          lead_id: null,
          kind: 'manual',
          revenue_cents: revenueCents,
          commission_rate: '10',
          tier_name: 'Bronze',
          tier_names: '{}',
          description: `Prime ${revenueCents}`,
          amount_cents: revenueCents / 10,
          status: 'en_attente',
          created_at: createdAt,
        })
        .execute(),
    )

  test('a commission is in the same month in list, chart, kept sums and file, in every zone and at once', async () => {
    const places = [
      [edge, 1000],
      [new Date(Date.UTC(edge.getUTCFullYear() - 1, 11, 31, 11, 30)), 20_000],
      [new Date(Date.UTC(edge.getUTCFullYear(), 0, 1, 2)), 300_000],
    ] as const
    for (const [at, cents] of places) await place(at, cents)
    world.app.pass(1000)
    for (const zone of [...zones, defaultTimeZone]) {
      await world.programme({ timeZone: zone })
      expect((await world.app.anonymous().call(settingsRoutes.getSettings, {})).timeZone).toBe(zone)
      const { items } = await marie.call(commissionRoutes.listCommissions, { query: {} })
      const days = new Map(items.map((each) => [each.revenueCents, isoDay(new Date(each.createdAt), zone)]))
      expect(days).toEqual(new Map(places.map(([at, cents]) => [cents, isoDay(at, zone)])))
      const expected: Record<string, number> = {}
      const trendMonths = new Set((await marie.call(overviewRoutes.getTrends, {})).months.map(({ month }) => month))
      for (const [cents, day] of days) {
        const month = day.slice(0, 7)
        if (trendMonths.has(month)) expected[month] = (expected[month] ?? 0) + cents
      }
      for (const client of [marie, world.staff]) {
        const { months } = await client.call(overviewRoutes.getTrends, {})
        expect(months.at(-1)?.month, zone).toBe(isoDay(world.app.now, zone).slice(0, 7))
        const earnings = months.filter((each) => each.revenueCents > 0).map((each) => [each.month, each.revenueCents])
        expect(Object.fromEntries(earnings), zone).toEqual(expected)
      }
      const { body, headers } = await marie.send('GET', '/api/commissions.csv')
      for (const [cents, day] of days) expect(body).toMatch(new RegExp(`${day};.*Prime ${cents};`))
      expect(headers['content-disposition']).toContain(`commissions-${isoDay(world.app.now, zone)}.csv`)
      const [first, last] = [isoDay(edge, zone), isoDay(new Date(edge.getTime() - 24 * hour), zone)]
      const onDay = async (from: string, to: string) =>
        (await marie.call(commissionRoutes.listCommissions, { query: { from, to } })).items.map((each) => each.revenueCents)
      expect(await onDay(first, first)).toEqual([1000])
      expect(await onDay(last, last)).toEqual([])
      expect(await addUp()).toEqual([true])
    }
  })

  test('number series and statement days are the zone’s, and what was issued stays', async () => {
    const id = await world.payable(marie, 4200)
    const payableBy = async () => {
      const { items } = await world.staff.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
      return items.find((each) => each.id === id)?.payableBy
    }
    const before = await payableBy()
    await world.programme({ timeZone: 'America/Martinique' })
    const [first] = await world.issued()
    const day = isoDay(world.app.now, 'America/Martinique')
    expect(day.slice(0, 7)).not.toBe(isoDay(world.app.now, defaultTimeZone).slice(0, 7))
    expect(first?.reference).toBe(`REL-${day.slice(0, 7)}-0001`)
    const statementOf = (payoutId: string) =>
      world.app.portal.database.asActor(system, (tx) =>
        tx.selectFrom('payouts').select(['statement', 'reference']).where('id', '=', payoutId).executeTakeFirstOrThrow(),
      )
    const frozen = await statementOf(first?.id ?? '')
    expect(frozen.statement.issueDate).toBe(day)
    await world.programme({ timeZone: 'Pacific/Auckland' })
    expect(await statementOf(first?.id ?? '')).toEqual(frozen)
    expect(await payableBy()).toBe(before)
    await world.payable(marie, 5000)
    const [second] = (await world.issued()).toReversed()
    const there = isoDay(world.app.now, 'Pacific/Auckland')
    expect(second?.reference).toBe(`REL-${there.slice(0, 7)}-0001`)
    expect((await statementOf(second?.id ?? '')).statement.issueDate).toBe(there)
    // Today there: the day of a payment may be it, and not the next one.
    world.app.pass(16 * 24 * hour)
    await world.approve([second ?? { id: '', totalCents: 0 }])
    const pay = (paidOn: string) =>
      world.staff.try(payoutRoutes.payPayouts, {
        body: { ids: [second?.id ?? ''], totalCents: second?.totalCents ?? 0, payment: { paidOn, reference: 'VIR 1' } },
      })
    const tomorrow = isoDay(new Date(world.app.now.getTime() + 24 * hour), 'Pacific/Auckland')
    expect((await pay(tomorrow)).status).toBe(422)
    expect((await pay(isoDay(world.app.now, 'Pacific/Auckland'))).status).toBe(200)
    await world.programme({ timeZone: defaultTimeZone })
  })

  test('a zone that does not exist is refused, also by the database', async () => {
    const { timeZones } = await world.staff.call(programmeRoutes.timeZones, {})
    expect(timeZones).toContain('America/Martinique')
    for (const timeZone of ['Europe/Atlantis', '+02:00', '']) {
      const { status, body } = await world.staff.try(programmeRoutes.saveProgramme, { body: { ...programmeForm, timeZone } })
      expect([status, body.fields?.[0]?.path]).toEqual([422, 'timeZone'])
    }
    const direct = world.app.portal.database.asActor(system, (tx) =>
      tx.updateTable('programme_settings').set({ time_zone: 'EST5' }).execute(),
    )
    await expect(direct).rejects.toThrow(/no such time zone/)
  })

  test('a form without a zone keeps the one there is', async () => {
    await world.programme({ timeZone: 'Indian/Reunion' })
    expect((await world.programme({})).timeZone).toBe('Indian/Reunion')
    await world.programme({ timeZone: defaultTimeZone })
  })

  test('a change of the zone is an event for everybody', async () => {
    await world.programme({ timeZone: 'Indian/Reunion' })
    const event = await world.app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['audience', 'before', 'after'])
        .where('name', '=', 'time_zone.changed')
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    expect(event).toEqual({
      audience: 'everyone',
      before: { timeZone: defaultTimeZone },
      after: { timeZone: 'Indian/Reunion' },
    })
    await world.programme({ timeZone: defaultTimeZone })
  })

  if (databaseKind === 'postgres')
    test('commissions that are written while the zone changes are in the right month', async () => {
      const names = [...zones, ...zones]
      await Promise.all([
        ...names.map((timeZone) => world.programme({ timeZone })),
        ...Array.from({ length: 24 }, (_, n) => place(new Date(edge.getTime() - n * hour), 10 * (n + 1))),
      ])
      expect(await addUp()).toEqual([true])
      await world.programme({ timeZone: defaultTimeZone })
      expect(await addUp()).toEqual([true])
    })
})
