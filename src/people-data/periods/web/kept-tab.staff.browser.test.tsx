import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { answer } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { type KeptPerson, periodRoutes } from '../api.ts'

const kept: KeptPerson = {
  id: '01890000-0000-7000-8000-000000000041',
  label: 'A-2026-7 Moulin SARL',
  erasedAt: '2026-11-30T12:00:00.000Z',
  tables: [
    { table: 'payouts', rows: 2, law: 'books', until: '2037-01-01T00:00:00.000Z' },
    { table: 'contracts', rows: 1, law: 'contract', until: null },
  ],
}

test('who does the books reads what the law keeps of erased people, and nothing else of people’s data', async () => {
  answer(periodRoutes.listKept, { items: [kept], nextCursor: null })
  await openPortal(pagePaths.peopleData, { as: { ...staff, staffRole: 'finance' } })
  await expect.element(page.getByText('A-2026-7 Moulin SARL')).toBeVisible()
  await expect.element(page.getByText(/^Payouts and bank details \(2\): .*, until /)).toBeVisible()
  await expect.element(page.getByText(/^Partnership and contracts \(1\): .*, the period has not begun$/)).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Personal data' }).getByRole('link')
  expect(tabs.elements().map((each) => each.textContent)).toEqual(['Kept by law'])
})
