import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { tiersRule } from '#money/rules/domain/definition.ts'
import { answerLeast } from '#test/components/api.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { beyondTheEdge } from '#test/components/layout.ts'
import { openPortal, visit } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { type Standing, standing as standingShape } from '../api/tiers.ts'
import { m } from '../messages/messages.ts'

const definition = { ...tiersRule, bonuses: [], rate: { percent: 5 }, fixedCents: 25_000 }
const standing: Standing = {
  ...sampleOf(standingShape),
  current: null,
  next: null,
  tiers: [],
  totalRevenueCents: 1_200_000,
  rules: [{ offer: null, isOwn: false, definition }],
}

test('without tiers bar, page and dashboard say in one line what the rule in force pays', async () => {
  answerPartnerLists()
  answerLeast(leadRoutes.leadBoard)
  await openPortal(pagePaths.status, { as: partner, standing })
  const line = /5\s%.*250,00/
  const main = page.getByRole('main')
  await expect.element(main.getByText(line)).toBeVisible()
  await expect.element(main.getByText(/12\s000/)).toBeVisible()
  const bar = page.getByRole('region', { name: m.menuStatus(), exact: true }).first()
  await expect.element(bar.getByText(line)).toBeVisible()
  expect(main.getByText(/palier|Maximum tier/i).elements()).toEqual([])
  visit(pagePaths.home)
  await expect.element(main.getByText(line)).toBeVisible()
  await page.viewport(360, 800)
  await expect.poll(beyondTheEdge).toBe(0)
})
