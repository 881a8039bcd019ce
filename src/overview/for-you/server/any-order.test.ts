import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagePaths } from '#access/domain/page-paths.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { noticeRoutes } from '#people-data/notices/api.ts'
import { PortalWorld, type StaffPerson } from '#test/any-order/portal-world.ts'
import { waitingActs } from '#test/any-order/staff-oracle.ts'
import { type DeedName, deedNames, doDeeds, type Step, walk, walkAll } from '#test/any-order/walk.ts'
import { databaseKinds } from '#test/databases.ts'
import type { Client } from '#test/test-app.ts'
import { forYouRoutes } from '../api.ts'
import { type TaskKey, taskFilter, taskKeys, taskKinds } from '../domain/task-kinds.ts'

/** The same walk each time. `WALKS=20 WALK_SEED=7`: more of them, and others. */
const walks = Number(process.env.WALKS ?? 1)
const firstSeed = Number(process.env.WALK_SEED ?? 1)
const steps = 60
/** Everybody is asked after so many steps; in between one person is. */
const everybodyAfter = 8

type Listed = { readonly file?: { readonly id: string } | null }
type Filter = Readonly<Record<string, string>>
/** Reads a list as its page does with the filter of an address. */
type ReadList = (client: Client, filter: Filter) => Promise<readonly Listed[]>

const limit = 200
const listOf: Readonly<Partial<Record<string, ReadList>>> = {
  [pagePaths.adminPayouts]: async (client, filter) =>
    (await client.call(payoutRoutes.listPayouts, { query: { limit, ...filter } })).items,
  [pagePaths.adminCommissions]: async (client, filter) =>
    (await client.call(commissionRoutes.listCommissions, { query: { limit, ...filter } })).items.map(() => ({})),
  [pagePaths.adminDisputes]: async (client, filter) =>
    (await client.call(disputeRoutes.listDisputes, { query: { limit, ...filter } })).items.map(() => ({})),
  [pagePaths.adminInvoices]: async (client, { handed }) =>
    (await client.call(invoiceRoutes.listInvoices, { query: { limit, handedOver: handed as 'anew' } })).items.map(() => ({})),
  [pagePaths.adminContracts]: async (client, filter) =>
    (await client.call(contractRoutes.listContracts, { query: { limit, ...filter } })).items.map(() => ({})),
  [pagePaths.partners]: async (client, filter) =>
    (await client.call(partnerRoutes.listPartners, { query: { limit, ...filter } })).items.map(() => ({})),
  [pagePaths.peopleData]: async (client, { queue }) =>
    (await client.call(noticeRoutes.listNotices, { query: { limit, queue: queue as 'open' } })).items.map(() => ({})),
  [pagePaths.registrations]: async (client, filter) =>
    (await client.call(registrationRoutes.listRegistrations, { query: { limit, ...filter } })).items.map(() => ({})),
}
/** Kinds that count files, whose list has the payouts in them. */
const byFile: readonly TaskKey[] = ['filesUnanswered', 'filesSent']

/**
 * Kinds that no walk comes upon: documents are asked for before a payout is issued, so that none is blocked afterwards, and what
 * people ask about their data has tests of its own.
 */
const elsewhere: readonly TaskKey[] = [
  'payoutsBlocked',
  'contactsRefused',
  'requestsToAnswer',
  'clientListVoid',
  'erasuresToDecide',
  'periodsToConfirm',
]

/** Kinds that a short walk may miss, and what leads to them. */
const rare: readonly { kind: TaskKey; by: readonly DeedName[] }[] = [
  { kind: 'filesUnanswered', by: ['makeFile', 'weeksPass'] },
  { kind: 'payoutsReturned', by: ['comesBack'] },
  { kind: 'commissionsToPay', by: ['weeksPass'] },
  { kind: 'invoicesSentBack', by: ['refuseInvoice'] },
  { kind: 'possibleDuplicates', by: ['addLead'] },
]

describe.each(databaseKinds())('what waits in any order on %s', (databaseKind) => {
  let world: PortalWorld
  beforeAll(async () => {
    world = await PortalWorld.open(databaseKind)
  })
  afterAll(() => world.close())

  const seen = new Set<TaskKey>()

  /** The rows of somebody, by kind. */
  async function rowsOf({ client }: StaffPerson): Promise<Partial<Record<TaskKey, number>>> {
    const { tasks } = await client.call(forYouRoutes.getTasks, {})
    for (const { kind } of tasks) seen.add(kind)
    return Object.fromEntries(tasks.filter(({ turn }) => turn === 'yours').map((each) => [each.kind, each.count]))
  }

  /** The rows of the list that each number leads to are as many, and the files of their payouts for what is counted by file. */
  async function judgeLists({ name, client }: StaffPerson): Promise<void> {
    const { tasks } = await client.call(forYouRoutes.getTasks, {})
    for (const { kind, turn, count } of tasks) {
      const { page } = taskKinds[kind]
      const read = listOf[page]
      // What is kept of people is listed to those alone who may look after it.
      if (!read || (page === pagePaths.peopleData && turn !== 'yours')) continue
      const rows = await read(client, taskFilter(taskKinds[kind], turn))
      const counted = byFile.includes(kind) ? new Set(rows.map(({ file }) => file?.id)).size : rows.length
      expect([name, kind, turn, counted]).toEqual([name, kind, turn, count])
    }
  }

  /** The act of a row does what the row says: nothing of what it counts is refused. */
  async function pressActs({ name, client }: StaffPerson): Promise<void> {
    const { tasks } = await client.call(forYouRoutes.getTasks, {})
    const mine = new Map(tasks.filter(({ turn }) => turn === 'yours').map(({ kind, count }) => [kind, count]))
    if (mine.has('commissionsToValidate')) {
      const { items } = await client.call(commissionRoutes.listCommissions, { query: { limit, waits: 'validation' } })
      const effect = await client.call(commissionRoutes.validationEffect, { body: { ids: items.map(({ id }) => id) } })
      expect([name, effect.left]).toEqual([name, []])
    }
    if (mine.has('commissionsToPay')) {
      const { payouts } = await client.call(payoutRoutes.previewRun, { body: { payableUntil: world.today } })
      const shown = payouts.flatMap(({ lines, leftOut }) => [...lines, ...leftOut]).filter(({ kind }) => kind !== 'clawback')
      expect([name, shown.length]).toEqual([name, Math.max(shown.length, mine.get('commissionsToPay') ?? 0)])
    }
  }

  async function judge({ number, deed }: Step): Promise<void> {
    const people = number % everybodyAfter === 0 ? world.staff : [world.staff[number % world.staff.length] as StaffPerson]
    for (const person of people) {
      const [rows, acts] = await Promise.all([rowsOf(person), waitingActs(world, person)])
      expect([number, deed, person.name, rows]).toEqual([number, deed, person.name, acts])
      if (number % everybodyAfter === 0) {
        await judgeLists(person)
        await pressActs(person)
      }
    }
  }

  test('each role’s rows are the acts that it may do, and each act has its row', {
    timeout: 90_000 + walks * 60_000,
  }, async () => {
    const done = new Map<DeedName, number>()
    await walkAll(world, done, judge)
    for (let seed = firstSeed; seed < firstSeed + walks; seed += 1) await walk(world, { seed, steps, done }, judge)
    // What a walk meets hangs on the day of the month, too.
    const notDone = () => deedNames.filter((name) => !done.get(name))
    const missed = () => [...notDone(), ...rare.filter(({ kind }) => !seen.has(kind)).flatMap(({ by }) => by)]
    for (let tries = 0; tries < 10 && missed().length > 0; tries += 1) await doDeeds(world, missed(), done, judge)
    // Not one deed was refused every time, and every kind waited once.
    expect(notDone()).toEqual([])
    expect(taskKeys.filter((kind) => !elsewhere.includes(kind) && !seen.has(kind))).toEqual([])
  })

  test('what is a colleague’s names who may, and never the reader', async () => {
    for (const person of world.staff) {
      const { tasks } = await person.client.call(forYouRoutes.getTasks, {})
      for (const { turn, kind, who } of tasks) {
        expect(turn === 'others').toBe('waits' in taskKinds[kind] && taskKinds[kind].waits !== undefined)
        // Colleagues who may are named; the reader is none of them.
        if (turn === 'colleagues') expect(who?.names).not.toContain(person.name)
      }
    }
  })
})
