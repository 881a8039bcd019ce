import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { answer } from '#test/components/api.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { requestRoutes } from '../api/requests.ts'

test('who has downloaded their data lately reads when they may again, before any password is asked for', async () => {
  answerPartnerLists()
  answer(requestRoutes.ownDataPace, { nextAt: '2026-12-03T08:00:00.000Z' })
  await openPortal(pagePaths.home, { as: partner })
  await page.getByRole('button', { name: /Camille Lefèvre/ }).click()
  await page.getByRole('menuitem', { name: 'Mes données' }).click()
  await expect.element(page.getByText(/prochaine fois à partir du .*2026/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Télécharger mes données' })).toBeDisabled()
})
