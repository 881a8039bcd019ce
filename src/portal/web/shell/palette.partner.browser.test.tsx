import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { searchRoutes } from '#overview/search/api.ts'
import { answerLeast } from '#test/components/api.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { address, openPortal } from '#test/components/open-portal.tsx'
import { openPalette, option } from '#test/components/palette.ts'
import { partner } from '#test/components/people.ts'

test('partners are offered no setting of staff, and locked pages say how to unlock them', async () => {
  answerPartnerLists()
  answerLeast(searchRoutes.search)
  await openPortal(pagePaths.home, { as: { ...partner, contractSigned: false } })
  await openPalette('Rechercher')
  await expect.element(option(/Leads/).getByRole('img', { name: 'verrouillé' })).toBeVisible()
  await expect.element(option('Paliers de commission')).not.toBeInTheDocument()
  await userEvent.keyboard('status{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
  expect(address()).toBe(pagePaths.home)
})
