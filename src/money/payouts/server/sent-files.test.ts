import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { payoutFileRoutes } from '#money/payout-files/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { PayoutFileApp } from '#test/payout-file-app.ts'
import type { Client } from '#test/test-app.ts'
import { payoutRoutes } from '../api/payouts.ts'

describe.each(databaseKinds('one'))('payouts with their bank files on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let files: PayoutFileApp
  let anne: Client
  let bruno: Client
  beforeAll(async () => {
    world = await PayoutApp.open(databaseKind)
    files = new PayoutFileApp(world)
    files.untilMorning()
    anne = await world.partner('Anne Martin')
    bruno = await world.partner('Bruno Petit')
  })
  afterAll(() => world.app.close())

  const list = async (query: { fileId?: string; search?: string } = {}, client = world.staff) => {
    const { items } = await client.call(payoutRoutes.listPayouts, { query })
    return items.map(({ id, file }) => [id, file?.reference ?? null, file?.state ?? null])
  }

  test('a payout has the file that it was sent with last, by which lists, sums and tables are filtered', async () => {
    const first = await files.approved(anne, 10_000)
    const { file: old } = await files.made({ ids: [first.id] })
    expect(await list()).toEqual([[first.id, old.reference, 'sent']])
    await world.staff.call(payoutFileRoutes.withdrawPayoutFile, { params: { id: old.id }, body: { reason: 'Une erreur' } })
    expect(await list()).toEqual([[first.id, old.reference, 'withdrawn']])
    const second = await files.approved(bruno, 20_000)
    const { file } = await files.made({ ids: [first.id, second.id] })
    const both = [
      [second.id, file.reference, 'sent'],
      [first.id, file.reference, 'sent'],
    ]
    expect(await list({ fileId: file.id })).toEqual(both)
    expect(await list({ fileId: old.id })).toEqual([both[1]])
    expect(await list({ search: old.reference.toLowerCase() })).toEqual([both[1]])
    const sums = await world.staff.call(payoutRoutes.payoutSummary, { query: { fileId: old.id } })
    expect(sums.byState).toEqual([{ state: 'sent', count: 1, totalCents: 10_000 }])
    const detail = await world.staff.call(payoutRoutes.getPayout, { params: { id: first.id } })
    expect(detail.file).toEqual({ id: file.id, reference: file.reference, executeOn: file.executeOn, state: 'sent' })
    const csv = await world.staff.send('GET', `/api/payouts.csv?fileId=${old.id}`)
    expect(
      csv.body
        .trimEnd()
        .split('\r\n')
        .map((line) => line.split(';').at(-1)),
    ).toEqual(['Bank file', file.reference])
  })

  test('partners see no file, and find nothing by one', async () => {
    const [own] = await list({}, anne)
    expect(own?.slice(1)).toEqual([null, null])
    const [newest] = (await world.staff.call(payoutFileRoutes.listPayoutFiles, { query: {} })).items
    expect(await list({ fileId: newest?.id ?? '' }, anne)).toEqual([])
    expect(await list({ search: 'pay-' }, anne)).toEqual([])
    expect((await anne.send('GET', '/api/payouts.csv')).body).not.toContain('Bank file')
  })
})
