import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { overviewRoutes } from '#overview/api.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerPartnerLists, boardOf, sampleLead } from '#test/components/empty-portal.ts'
import { expectRetry } from '#test/components/failed-lists.ts'
import { openPortal, visit } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'

test('every list of an empty portal has an empty state', async () => {
  answerPartnerLists()
  await openPortal(pagePaths.home, { as: partner })
  for (const [path, text] of [
    [pagePaths.commissions, 'No commissions yet'],
    [pagePaths.contract, 'No contract found. Please contact the provider'],
    [pagePaths.resources, 'No resources available in this category yet'],
  ] as const) {
    visit(path)
    await expect.element(page.getByText(text).first()).toBeVisible()
  }
})

test('a list that fails to load says so and offers a retry, on every page', async () => {
  answerPartnerLists()
  await openPortal(pagePaths.resources, { as: partner })
  const notLoaded = 'Impossible de charger ces données'
  for (const [path, route] of [
    [pagePaths.home, overviewRoutes.getOverview],
    [pagePaths.commissions, commissionRoutes.listCommissions],
    [pagePaths.status, tierRoutes.myStanding],
    [pagePaths.contract, contractRoutes.listContracts],
    [pagePaths.resources, resourceRoutes.listResources],
    [pagePaths.paymentInfo, paymentRoutes.getPaymentInfo],
  ] as const)
    await expectRetry({ path, route, count: 1, notLoaded, again: () => answerLeast(route) })
  await expectRetry({
    path: pagePaths.leads,
    route: leadRoutes.leadBoard,
    count: 1,
    notLoaded,
    again: () => answer(leadRoutes.leadBoard, boardOf([sampleLead])),
  })
  await expect.element(page.getByRole('article').first()).toBeVisible()
})
