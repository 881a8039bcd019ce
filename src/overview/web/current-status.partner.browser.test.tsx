import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { tiersRule } from '#money/rules/domain/definition.ts'
import { standing } from '#money/tiers/api/tiers.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'

const once = { ...tiersRule, base: 'client_payment', rate: null, fixedCents: 30_000, when: { first: true } } as const
const withoutTiers = {
  ...sampleOf(standing),
  current: null,
  rules: [
    { offer: null, isOwn: false, definition: { ...once, bonuses: [] } },
    { offer: 'works', isOwn: false, definition: { ...once, fixedCents: 60_000, bonuses: [] } },
  ],
}

test.each([
  [1440, 900],
  [360, 780],
])('what a rule pays is read whole beside the revenue, %i pixels wide', async (width, height) => {
  await page.viewport(width, height)
  answerPartnerLists()
  await openPortal(pagePaths.home, { as: partner, standing: withoutTiers })
  const status = page.getByRole('region', { name: 'Current Status' })
  const sentence = status.getByText('selon l’offre')
  await expect.element(sentence).toBeVisible()
  const { scrollWidth, clientWidth } = sentence.element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  expect(status.element().getBoundingClientRect().height).toBeLessThan(320)
  await page.viewport(1440, 900)
})
