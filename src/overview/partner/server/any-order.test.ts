import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { overviewRoutes } from '#overview/api.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import { awaitedActs, sumsBehind } from '#test/any-order/awaited-acts.ts'
import { type Person, PortalWorld } from '#test/any-order/portal-world.ts'
import { type DeedName, doDeeds, type Step, walk, walkAll } from '#test/any-order/walk.ts'
import { databaseKinds } from '#test/databases.ts'
import type { Client } from '#test/test-app.ts'
import { ownMoneyRoutes } from '../api.ts'
import type { TaskKind } from '../domain/tasks.ts'

/** The same walks each time. `WALKS=20 WALK_SEED=7`: more of them, and others. */
const walks = Number(process.env.WALKS ?? 1)
const firstSeed = Number(process.env.WALK_SEED ?? 1)

/** Refused for what they are, whatever is due: a run says the same. */
const sameAsRun = ['vigilance', 'bank_missing', 'bank_checksum', 'bank_refused', 'bank_recent', 'mandate_missing', 'negative']

describe.each(databaseKinds())('a partner’s first page in any order on %s', (databaseKind) => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await PortalWorld.open(databaseKind)
  })
  afterAll(() => world.close())

  /** No row without an act that the partner may do now, and none of these without a row. */
  async function checkTasks(client: Client, seen: Set<TaskKind>, where: string): Promise<void> {
    const [toDo, acts, sums] = await Promise.all([
      client.call(ownMoneyRoutes.getToDo, {}),
      awaitedActs(world, client),
      sumsBehind(world, client.userId),
    ])
    const documents: Readonly<Record<string, string>> = {
      'attestation de vigilance': 'urssaf',
      'extrait Kbis ou preuve d’immatriculation': 'registration',
      'pièce d’identité': 'identity',
    }
    const rows = toDo.tasks.map(({ kind, id, subject }) => `${kind} ${kind.startsWith('document') ? documents[subject] : id}`)
    expect(rows.toSorted(), where).toEqual(acts)
    for (const { kind } of toDo.tasks) seen.add(kind)
    expect(toDo.dependsCents, where).toBe(toDo.tasks.reduce((sum, { dependsCents }) => sum + dependsCents, 0))
    for (const { kind, dependsCents, sharedCents, where: address } of toDo.tasks) {
      const hangs = dependsCents + sharedCents
      if (/^bank_(missing|checksum|refused|unreadable)$/.test(kind)) {
        expect([where, kind, hangs]).toEqual([where, kind, sums.pool + sums.issued + sums.approved + sums.rejected])
      }
      if (kind.startsWith('document') && hangs > 0) expect([where, hangs]).toEqual([where, sums.pool + sums.issued])
      if (kind === 'mandate' && hangs > 0) expect([where, hangs]).toEqual([where, sums.pool])
      expect(address).toMatch(/^\/dashboard/)
    }
  }

  /** The lines are all that is not paid, and a date is promised where a run of now would pay. */
  async function checkComing(client: Client, where: string): Promise<void> {
    const [coming, overview, sums, { payouts }] = await Promise.all([
      client.call(ownMoneyRoutes.getComing, {}),
      client.call(overviewRoutes.getOverview, {}),
      sumsBehind(world, client.userId),
      world.payouts.staff.call(payoutRoutes.previewRun, { body: { payableUntil: world.payouts.until, exclusions: [] } }),
    ])
    const listed = coming.lines.reduce((sum, { amountCents }) => sum + amountCents, coming.rest?.amountCents ?? 0)
    expect([where, listed, coming.totalCents]).toEqual([where, sums.unpaid, overview.comingCents])
    const due = coming.lines.filter(({ source, state }) => source !== 'payout' && (state === 'payable' || state === 'blocked'))
    await checkDays(client, coming, where)
    const planned = payouts.find(({ partner }) => partner.id === client.userId)
    const [first] = due
    if (!first || !planned) return
    const isPaid = planned.withheld === null
    expect([where, first.state, planned.withheld?.code]).toEqual([
      where,
      isPaid ? 'payable' : 'blocked',
      first.obstacle ?? undefined,
    ])
    // What ends by itself leaves a day.
    const isUndated = !isPaid && first.until === null
    for (const line of due) expect([where, line.obstacle, line.payableBy === null]).toEqual([where, first.obstacle, isUndated])
    if (!isPaid) expect(sameAsRun).toContain(first.obstacle)
  }

  /** Lists and leads name the days of the calendar. */
  async function checkDays(client: Client, { lines }: ReturnOf<typeof ownMoneyRoutes.getComing>, where: string): Promise<void> {
    const days = new Map(lines.map(({ id, payableBy }) => [id, payableBy]))
    const list = await client.try(commissionRoutes.listCommissions, { query: { limit: 200 } })
    // Whoever is locked reads none.
    for (const { id, status, payout, payableBy, lead, kind } of list.status === 200 ? list.body.items : []) {
      const day = days.get(payout?.id ?? id)
      if (status === 'paye' || day === undefined) continue
      expect([where, id, payableBy]).toEqual([where, id, day])
      if (!lead || kind !== 'deal' || status !== 'valide') continue
      const { commission } = await client.call(leadRoutes.getLead, { params: { id: lead.id } })
      expect([where, id, commission?.payableBy]).toEqual([where, id, day])
    }
  }

  test('has a row for each act that waits for the partner and no other, and adds up to the cent', {
    timeout: 120_000 + walks * 120_000,
  }, async () => {
    const done = new Map<DeedName, number>()
    const seen = new Set<TaskKind>()
    const check = async ({ client, name }: Person, { number, deed }: Step, round: string) => {
      const where = `${round} ${number} ${deed}: ${name}`
      // Somebody who was deleted, or is of staff now, has no first page of a partner.
      const { status } = await client.try(ownMoneyRoutes.getToDo, {})
      if (status !== 200) return
      await checkTasks(client, seen, where)
      await checkComing(client, where)
    }
    const shownToAll: readonly DeedName[] = ['assignMain', 'comment']
    const look = (round: string) => async (step: Step) => {
      await world.payouts.app.marked()
      // Each state is looked at as one partner, in turn, and as all of them at times.
      const turn = world.partners[step.number % world.partners.length]
      for (const each of step.number % 10 === 0 || shownToAll.includes(step.deed) ? world.partners : turn ? [turn] : [])
        await check(each, step, round)
    }
    // Walks give most amendments to somebody who has a main contract to sign before.
    const [anne] = world.partners as [Person]
    const document = { kind: 'link' as const, url: 'https://documents.example/amendment' }
    const body = { partnerId: anne.client.userId, title: 'Avenant Gold', contractType: 'amendment' as const, document }
    await world.payouts.staff.call(contractRoutes.assignContract, { body })
    await check(anne, { number: 0, deed: 'assignAmendment' }, 'start')
    await walkAll(world, done, look('all'))
    for (let seed = firstSeed; seed < firstSeed + walks; seed += 1) {
      await walk(world, { seed, steps: 80, done }, look(`seed ${seed}`))
    }
    // Half of the words about a lead are its partner's own, and some partners are locked.
    for (let tries = 0; tries < 8 && !seen.has('message'); tries += 1) {
      await doDeeds(world, ['addLead', 'comment', 'comment'], done, look('messages'))
    }
    for (const kind of ['contract', 'amendment', 'statement', 'invoice_missing', 'dispute', 'message'] as const) {
      expect(seen, kind).toContain(kind)
    }
  })
})
