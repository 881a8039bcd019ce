import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { answer, refuse } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { type EndedAccount, erasureRoutes } from '../api.ts'

const account: EndedAccount = {
  id: '01890000-0000-7000-8000-000000000051',
  name: 'Nadia Partie',
  email: 'nadia@exemple.fr',
  company: 'Lefèvre Conseil',
  endedAt: '2026-10-02T08:00:00.000Z',
}

test('an account that has ended is erased from its row, for a proof', async () => {
  answer(erasureRoutes.listErasures, { items: [], days: 3 })
  answer(erasureRoutes.listEndedAccounts, { items: [account], nextCursor: null })
  refuse(erasureRoutes.planAccountErasure, 'Confirm it is you', 'confirmation_required')
  await openPortal(`${pagePaths.peopleData}?view=erasures`, { as: staff })
  await page.getByRole('button', { name: 'Erase: Nadia Partie' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase: Nadia Partie' })
  await expect.element(dialog).toBeVisible()
  const planned = answer(erasureRoutes.planAccountErasure, { id: account.id })
  await dialog.getByLabelText('Your password').fill('un mot de passe long')
  await dialog.getByRole('button', { name: 'Plan the erasure' }).click()
  await expect.element(page.getByText('The erasure is planned')).toBeVisible()
  expect(planned.map(({ body }) => body)).toEqual([{ password: 'un mot de passe long' }])
})
