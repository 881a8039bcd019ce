import { expect, test } from 'vitest'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { databaseKinds } from '#test/databases.ts'
import { PayoutApp } from '#test/payout-app.ts'
import { accountingRoutes } from '../api/accounting.ts'

const firstYear = new Date().getUTCFullYear() - 3
const lastDay = (month: number) => new Date(Date.UTC(firstYear, month, 0)).toISOString().slice(0, 10)
const dayIn = (month: number, day: number) => new Date(Date.UTC(firstYear, month - 1, day)).toISOString().slice(0, 10)

/**
 * Months 1 to 36 are those of three years. Each step closes what is open until the end of a month, after payments of these months
 * were recorded: those of closed months are known too late.
 */
const rhythms = {
  'a year at a time': [
    { paid: [2, 7, 12], until: 12 },
    { paid: [13, 13, 20, 24], until: 24 },
    { paid: [26, 30, 36], until: 36 },
  ],
  'months and quarters, with payments that are known too late': [
    { paid: [1, 3], until: 3 },
    { paid: [3, 5], until: 11 },
    { paid: [12, 14], until: 13 },
    { paid: [9, 14, 15], until: 14 },
    { paid: [15, 22], until: 25 },
    { paid: [25, 24, 26], until: 26 },
    { paid: [2, 27, 31], until: 36 },
  ],
}

test.each(databaseKinds('every').flatMap((kind) => Object.entries(rhythms).map(([rhythm, steps]) => ({ kind, rhythm, steps }))))(
  'on $kind, three years closed $rhythm, are numbered from 1 without holes',
  async ({ kind, steps }) => {
    const world = await PayoutApp.open(kind)
    try {
      const partner = await world.partner()
      let cents = 1000
      for (const { paid, until } of steps) {
        for (const month of paid) {
          cents += 1
          const id = await world.payable(partner, cents, `À la main ${cents}`)
          const body = { paidOn: dayIn(month, 1 + (cents % 28)), reference: `VIR ${cents}` }
          await world.staff.call(commissionRoutes.payCommission, { params: { id }, body })
        }
        await world.staff.call(accountingRoutes.closePeriod, { body: { scope: 'month', until: lastDay(until) } })
      }
      const entries = await world.app.portal.database.asOwner((run) =>
        run('select year, number, booked_on::text as day from accounting_entries order by year, number'),
      )
      const rows = entries.rows as { year: number; number: number; day: string }[]
      expect(rows).toHaveLength(2 * steps.flatMap(({ paid }) => paid).length)
      for (const year of [firstYear, firstYear + 1, firstYear + 2]) {
        const ofYear = rows.filter((row) => row.year === year)
        expect([year, ofYear.map(({ number }) => number)]).toEqual([year, ofYear.map((_, at) => at + 1)])
        expect(ofYear.map(({ day }) => day)).toEqual(ofYear.map(({ day }) => day).toSorted())
      }
    } finally {
      await world.app.close()
    }
  },
)
