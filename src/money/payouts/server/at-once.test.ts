import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { BankApp, xmlOf } from '#test/bank-app.ts'
import { databaseKinds } from '#test/databases.ts'
import { inTurn } from '#test/lock-waits.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { PayoutFileApp } from '#test/payout-file-app.ts'
import { debit, statement } from '#test/samples/bank/answer-parts.ts'
import { registeredProvider, selfBilledPartner } from '#test/self-billing.ts'
import type { Client } from '#test/test-app.ts'
import { type Payout, payoutRoutes } from '../api/payouts.ts'

type Answer = readonly [status: number, code: string | undefined]
type Action = (by: Client) => Promise<Answer>

/** On one connection nobody waits for anybody. */
const kinds = databaseKinds().filter((kind) => kind === 'postgres')

describe.skipIf(kinds.length === 0)('two people decide about one payout at once', () => {
  let world: PayoutApp
  let bank: BankApp
  let files: PayoutFileApp
  let anne: Client
  let second: Client
  beforeAll(async () => {
    world = await PayoutApp.open('postgres')
    bank = new BankApp(world)
    files = new PayoutFileApp(world)
    files.untilMorning()
    await world.programme(registeredProvider)
    anne = await selfBilledPartner(world, 'Anne Conseil')
    second = await world.app.newPerson('second@acme.example', 'admin', 'Second Admin')
  })
  afterAll(() => world.app.close())

  const answer = ({ status, body }: { status: number; body: { code?: string } }): Answer => [status, body.code]
  const params = ({ id }: { id: string }) => ({ params: { id } })
  const reason = { reason: 'Erreur' }
  const approve =
    (payout: Payout): Action =>
    async (by) =>
      answer(await world.approve([payout], by))
  const cancel =
    (payout: Payout): Action =>
    async (by) =>
      answer(await by.try(payoutRoutes.cancelPayout, { ...params(payout), body: reason }))
  const pay =
    ({ id, totalCents }: Payout): Action =>
    async (by) =>
      answer(await by.try(payoutRoutes.payPayouts, { body: { ids: [id], totalCents } }))
  const comeBack =
    (payout: Payout): Action =>
    async (by) =>
      answer(await by.try(payoutRoutes.rejectPayout, { ...params(payout), body: reason }))

  const accepted = async () => {
    await world.payable(anne, 1000)
    const [payout] = await world.issued()
    if (!payout) throw new Error('nothing was issued')
    await anne.call(payoutRoutes.acceptPayout, params(payout))
    return payout
  }
  /** A payout that is under way, with what can be done about its file. */
  const sentPayout = async () => {
    const [payout] = await bank.approved(anne, 1000)
    if (!payout) throw new Error('nothing was approved')
    const { file } = await files.made({ ids: [payout.id] })
    const today = isoDay(world.app.now, defaultTimeZone)
    const debited = statement(debit(file.lines[0]?.endToEndId ?? '', payout.totalCents, today))
    const answerXml = xmlOf({ ...debited, messageId: `BANK-${payout.reference}`, createdOn: today })
    const fingerprint = (await bank.check(answerXml)).body.fingerprint
    const withdraw: Action = async (by) => answer(await files.withdraw(file.id, by))
    const again: Action = async (by) => answer(await files.make({ replaces: file.id }, { reason: 'Erreur' }, by))
    const apply: Action = async (by) => answer(await bank.apply(answerXml, fingerprint, '', by))
    return { payout, withdraw, again, apply, pay: pay(payout) }
  }
  const decided = async ({ id }: Payout, ...actions: readonly Action[]) => {
    // The job that prints a statement locks its payout too, and would be counted as one of the waiting people.
    await world.idle()
    const people = [world.staff, second]
    return inTurn(
      world.app.portal.database,
      id,
      actions.map((action, at) => () => action(people[at] as Client)),
    )
  }
  const state = async ({ id }: Payout) => (await world.staff.call(payoutRoutes.getPayout, { params: { id } })).state

  test('a payout is approved or cancelled once, and whoever comes second is told', async () => {
    const twice = await accepted()
    expect(await decided(twice, approve(twice), approve(twice))).toEqual([
      [200, undefined],
      [409, 'payouts_changed'],
    ])
    const cancelled = await accepted()
    expect(await decided(cancelled, cancel(cancelled), approve(cancelled))).toEqual([
      [200, undefined],
      [409, 'payouts_changed'],
    ])
    const gone = await accepted()
    expect(await decided(gone, cancel(gone), cancel(gone))).toEqual([
      [200, undefined],
      [409, 'payout_step_impossible'],
    ])
    const { items } = await world.staff.call(invoiceRoutes.listInvoices, { query: { payoutId: gone.id } })
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['credit_note', 'invoice'])
    const both = await accepted()
    // What is approved can still be cancelled: the second decision counts.
    expect((await decided(both, approve(both), cancel(both))).map(([status]) => status)).toEqual([200, 200])
    expect([await state(twice), await state(both)]).toEqual(['approved', 'cancelled'])
  })

  test('what is paid while its file is withdrawn or made again stays paid', async () => {
    for (const way of ['withdraw', 'again'] as const) {
      for (const paying of ['pay', 'apply'] as const) {
        const file = await sentPayout()
        expect([way, paying, await decided(file.payout, file[paying], file[way])]).toEqual([
          way,
          paying,
          [
            [200, undefined],
            [409, way === 'again' ? expect.stringMatching(/^payout/) : 'payout_file_settled'],
          ],
        ])
        expect(await state(file.payout)).toBe('paid')
      }
    }
  })

  test('what is withdrawn is not paid by an answer that was read before; a transfer comes back once', async () => {
    const file = await sentPayout()
    expect(await decided(file.payout, file.withdraw, file.apply)).toEqual([
      [200, undefined],
      [409, 'bank_answer_changed'],
    ])
    expect(await state(file.payout)).toBe('approved')
    expect((await pay(file.payout)(second))[0]).toBe(200)
    expect(await decided(file.payout, comeBack(file.payout), comeBack(file.payout))).toEqual([
      [200, undefined],
      [409, 'payout_step_impossible'],
    ])
  })
})
