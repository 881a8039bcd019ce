import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { overviewRoutes } from '#overview/api.ts'
import { partnerRoutes, person } from '#partners/partners/api/partners.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerStaffLists, boardOf, sampleLead } from '#test/components/empty-portal.ts'
import { expectRetry } from '#test/components/failed-lists.ts'
import { openPortal, visit } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'

test('every list of an empty portal has an empty state', async () => {
  answerStaffLists()
  await openPortal(pagePaths.home, { as: staff })
  for (const [path, ...texts] of [
    [pagePaths.partners, 'No partners yet'],
    [pagePaths.adminCommissions, 'No commissions yet'],
    [pagePaths.adminContracts, 'No contract is waiting for a signature', 'No contract is signed yet'],
  ] as const) {
    visit(path)
    for (const text of texts) await expect.element(page.getByText(text).first()).toBeVisible()
  }
})

test('the empty state for partners appears although administrators are listed', async () => {
  answerStaffLists()
  answerLeast(templateRoutes.listTemplates)
  answer(partnerRoutes.listPartners, {
    items: [{ ...sampleOf(person), fullName: staff.fullName, role: 'admin' }],
    nextCursor: null,
  })
  const counted = answer(partnerRoutes.partnerSummary, ({ query }) => ({
    count: query.role === 'partner' ? 0 : 1,
    totalRevenueCents: 0,
  }))
  await openPortal(pagePaths.partners, { as: staff })
  await expect.element(page.getByText('No partners yet')).toBeVisible()
  expect(counted.map(({ query }) => query.role)).toContain('partner')
  await expect.element(page.getByRole('row', { name: staff.fullName })).toBeVisible()
  await page.getByRole('button', { name: 'Invite the first partner' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Invite New Partner' })).toBeVisible()
})

test('an empty column says Aucun lead', async () => {
  answerStaffLists()
  answer(leadRoutes.leadBoard, boardOf([sampleLead]))
  await openPortal(pagePaths.adminLeads, { as: staff })
  await expect.element(page.getByRole('article')).toHaveLength(1)
  await expect.element(page.getByText('Aucun lead', { exact: true })).toHaveLength(4)
})

test('a list that fails to load says so and offers a retry, on every page', async () => {
  answerStaffLists()
  await openPortal(pagePaths.adminResources, { as: staff })
  const notLoaded = 'These data could not be loaded'
  for (const [path, route, count] of [
    [pagePaths.home, overviewRoutes.getOverview, 1],
    [pagePaths.partners, partnerRoutes.listPartners, 1],
    // Both lists of contracts fail separately.
    [pagePaths.adminContracts, contractRoutes.listContracts, 2],
    [pagePaths.adminCommissions, commissionRoutes.listCommissions, 1],
    [pagePaths.adminResources, resourceRoutes.listResources, 1],
  ] as const)
    await expectRetry({ path, route, count, notLoaded, again: () => answerLeast(route) })
  await expectRetry({
    path: pagePaths.adminLeads,
    route: leadRoutes.leadBoard,
    // The five columns of a board are one list.
    count: 1,
    notLoaded,
    again: () => answer(leadRoutes.leadBoard, boardOf([sampleLead])),
  })
  await expect.element(page.getByRole('article').first()).toBeVisible()
})
