import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { answer } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { answerSettings } from '#test/components/settings.ts'
import { accountingRoutes } from '../api/accounting.ts'

const months = ['2026-09-30', '2026-10-31']
const open = `${settingsSectionPath('money')}?edit=closing&add=closing`

beforeEach(answerSettings)

test('a closing that names no month asks up to which, and says what is missing by then', async () => {
  const read = answer(accountingRoutes.getAccounting, ({ query }) => ({
    ...sampleOf(accountingRoutes.getAccounting.returns),
    nextMonth: {
      until: query.month ?? months[0] ?? '',
      missing: query.month ? [{ kind: 'payouts_open' as const, count: 1, references: ['REL-1'] }] : [],
    },
    months,
    nextYear: null,
  }))
  const closed = answer(accountingRoutes.closePeriod, sampleOf(accountingRoutes.closePeriod.returns))
  await openPortal(open, { as: staff })
  const first = page.getByRole('dialog', { name: 'Close September 2026?' })
  await expect.element(first).toMatchTextContent('Nothing is missing')
  await first.getByRole('combobox', { name: 'Close up to' }).click()
  await page.getByRole('option', { name: 'October 2026' }).click()
  const second = page.getByRole('dialog', { name: 'Close October 2026?' })
  await expect.element(second).toMatchTextContent('Not settled yet')
  await second.getByRole('button', { name: 'Close October 2026' }).click()
  await expect.poll(() => closed.map(({ body }) => body)).toEqual([{ scope: 'month', until: '2026-10-31' }])
  expect(read.map(({ query }) => query.month)).toEqual(expect.arrayContaining([undefined, '2026-10-31']))
})
