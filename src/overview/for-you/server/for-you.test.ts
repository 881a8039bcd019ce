import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { billingRoutes } from '#money/billing/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { BankApp } from '#test/bank-app.ts'
import { databaseKinds } from '#test/databases.ts'
import { day, giveBankDetails, PayoutApp } from '#test/payout-app.ts'
import { registeredProvider, selfBilling, signedMandate, takeBack } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { forYouRoutes } from '../api.ts'
import type { TaskKey } from '../domain/task-kinds.ts'

const taskOf = async (client: Client, kind: TaskKey) =>
  (await client.call(forYouRoutes.getTasks, {})).tasks.filter((each) => each.kind === kind)

describe.each(databaseKinds())('what waits for staff on %s', (databaseKind) => {
  let world: PayoutApp
  let second: Client
  let viewer: Client
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    second = await world.app.newStaff('second@acme.example', 'finance', 'Claire Moreau')
    viewer = await world.app.newStaff('viewer@acme.example', 'viewer', 'Vera Viewer')
  })
  afterAll(() => world.app.close())

  test('what one person issued above the limit is another’s to approve, who is named with the payout', async () => {
    const partner = await world.partner('Marie Dupont')
    await world.payable(partner, 2_000_000)
    const [payout] = await world.issued()
    await partner.call(payoutRoutes.acceptPayout, { params: { id: payout?.id ?? '' } })
    const name = `${payout?.reference}, Marie Dupont`
    const accepted = { count: 1, cents: 2_000_000, since: world.app.now.toISOString(), only: { id: payout?.id, name } }
    expect(await taskOf(second, 'payoutsToApprove')).toMatchObject([{ ...accepted, turn: 'yours', who: null }])
    const colleagues = { turn: 'colleagues', who: { count: 1, names: ['Claire Moreau'] } }
    expect(await taskOf(world.staff, 'payoutsToApprove')).toMatchObject([{ ...accepted, ...colleagues }])
    // A viewer reads who can: both, since one is left to do it whoever issued it.
    expect(await taskOf(viewer, 'payoutsToApprove')).toMatchObject([{ turn: 'colleagues', who: { count: 2 } }])
    await world.approve(payout ? [payout] : [], second)
    for (const client of [second, world.staff]) expect(await taskOf(client, 'payoutsToApprove')).toEqual([])
    expect(await taskOf(second, 'payoutsToSend')).toMatchObject([{ count: 1, late: { count: 0 } }])
    // What is in a payout is not to be paid beside it.
    expect(await taskOf(second, 'commissionsToPay')).toEqual([])
  })

  test('a file is the bank’s turn for days, and then without an answer; what comes back is late at once', async () => {
    const bank = new BankApp(world)
    const payouts = await bank.approved(await world.partner('Jean Martin'), 40_000)
    await bank.send(payouts)
    expect(await taskOf(second, 'filesSent')).toMatchObject([{ turn: 'others', count: 1, cents: 40_000 }])
    expect(await taskOf(second, 'filesUnanswered')).toEqual([])
    world.app.pass(7 * day)
    await Promise.all([world.app.signIn(second, 'second@acme.example'), world.app.signIn(viewer, 'viewer@acme.example')])
    expect(await taskOf(second, 'filesSent')).toEqual([])
    const late = { count: 1, cents: 40_000 }
    expect(await taskOf(second, 'filesUnanswered')).toMatchObject([
      { turn: 'yours', late, only: { name: expect.stringMatching(/^PAY-/) } },
    ])
    await second.call(payoutRoutes.rejectPayout, { params: { id: payouts[0]?.id ?? '' }, body: { reason: 'Compte clos' } })
    expect(await taskOf(second, 'payoutsReturned')).toMatchObject([{ turn: 'yours', late }])
    expect(await taskOf(viewer, 'payoutsReturned')).toMatchObject([{ turn: 'colleagues' }])
  })

  test('an expired invitation of staff is for those who lead the team', async () => {
    const manager = await world.app.newStaff('manager@acme.example', 'partner_manager', 'Paul Manager')
    const body = { email: 'late@acme.example', fullName: 'Luc Tardif', role: 'admin' as const }
    await world.app.proven(partnerRoutes.invite, { body: { ...body, password: 'chemin-de-traverse' } })
    world.app.pass(8 * day)
    const [task] = await taskOf(world.staff, 'invitationsExpired')
    expect(task).toMatchObject({ turn: 'yours', only: { name: 'Luc Tardif' } })
    expect(await taskOf(manager, 'invitationsExpired')).toMatchObject([{ turn: 'colleagues' }])
  })
})

test.each(databaseKinds())(
  'on %s, what a run of today pays is what is to be paid, whatever withholds the rest',
  async (databaseKind) => {
    const world = await PayoutApp.open(databaseKind)
    const { staff, app } = world
    await world.programme({ vigilanceHold: true })
    const [paid, unready] = [await world.partner('Anne Payée'), await app.newPartner('sans-rib@exemple.fr', 'Sam Sans')]
    const lacking = await world.partner('Luc Manquant')
    await staff.call(vigilanceRoutes.requestDocuments, { body: { kind: 'registration', partnerIds: [lacking.userId] } })
    const ids = [await world.payable(paid, 10_000), await world.payable(unready, 20_000), await world.payable(lacking, 40_000)]
    app.pass(30 * day - 1000)
    await app.signIn(staff, 'admin@acme.example')
    await app.signIn(unready, 'sans-rib@exemple.fr')
    app.pass(1000)
    const due = async () => {
      const { items } = await staff.call(commissionRoutes.listCommissions, { query: { waits: 'due' } })
      const [task] = await taskOf(staff, 'commissionsToPay')
      return [task?.count, task?.cents, task?.late, items.map(({ id }) => id)]
    }
    expect(await due()).toEqual([1, 10_000, { count: 1, cents: 10_000 }, [ids[0]]])
    await giveBankDetails(app, unready, 'Sam Sans')
    await world.programme({ vigilanceHold: false })
    const all = { count: 3, cents: 70_000 }
    expect(await due()).toEqual([3, 70_000, all, expect.arrayContaining(ids)])
    /** What a run of today pays, beside what is said to be to pay. */
    const paidAndDue = async () => {
      const body = { payableUntil: isoDay(app.now, defaultTimeZone) }
      const { payouts } = await staff.call(payoutRoutes.previewRun, { body })
      const run = payouts.filter(({ withheld }) => withheld === null).flatMap(({ lines }) => lines)
      const earned = run.filter(({ kind }) => kind !== 'clawback')
      const [count, cents, , listed] = await due()
      expect([count ?? 0, cents ?? 0, listed]).toEqual([
        earned.length,
        earned.reduce((sum, { amountCents }) => sum + amountCents, 0),
        expect.arrayContaining(earned.map(({ commissionId }) => commissionId)),
      ])
      return count ?? 0
    }
    expect(await paidAndDue()).toBe(3)
    await world.programme({ minimumPayoutCents: 20_000 })
    expect(await paidAndDue()).toBe(2)
    // What was taken back counts, too.
    await takeBack(world, ids[1] ?? '', 600)
    expect(await paidAndDue()).toBe(1)
    await world.programme({ ...registeredProvider, minimumPayoutCents: 0 })
    expect(await paidAndDue()).toBe(3)
    await app.signIn(paid, paid.email)
    await paid.call(billingRoutes.saveBilling, { body: selfBilling })
    expect(await paidAndDue()).toBe(2)
    await signedMandate(world, paid)
    expect(await paidAndDue()).toBe(3)
    await app.close()
  },
)
