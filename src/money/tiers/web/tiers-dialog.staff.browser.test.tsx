import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type EditableTier, tierChangeRoutes } from '#money/tiers/api/tier-changes.ts'
import type { Settings } from '#platform/api/identity.ts'
import { setupRoutes } from '#provider/checklist/api.ts'
import { settingsCardPath } from '#provider/settings/domain/settings.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { beyondTheEdge } from '#test/components/layout.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { answerSettings } from '#test/components/settings.ts'
import { toast } from '#test/components/toasts.ts'

const tiers = (
  [
    ['Bronze', 0, 15],
    ['Silver', 1_000_000, 20],
    ['Gold', 3_000_000, 25],
    ['Platinum', 7_500_000, 30],
    ['Diamond', 15_000_000, 35],
  ] as const
).map(([name, minRevenueCents, commissionRate], place): EditableTier => {
  const id = `01890000-0000-7000-8000-00000000000${place + 1}`
  return { id, name, names: {}, minRevenueCents, commissionRate }
})
const dialog = page.getByRole('dialog', { name: 'Commission tiers' })
const field = (tier: number, label: string) => dialog.getByRole('group', { name: `Tier ${tier}` }).getByLabelText(label)
const review = dialog.getByRole('button', { name: 'Review changes' })

async function openTiers(settings: Partial<Settings> = {}) {
  await openPortal(settingsCardPath('tiers').replace('card=', 'edit='), { as: staff, settings })
  await expect.element(dialog.getByRole('group', { name: 'Tier 5' })).toBeVisible()
}

describe('the dialog of the tiers', () => {
  beforeEach(() => {
    answerSettings()
    answerLeast(setupRoutes.noteTiersSeen, tierChangeRoutes.previewTiers)
    answer(tierChangeRoutes.listEditableTiers, { tiers, archived: [] })
  })

  test('where one language is read, only names in others that there are can be changed', async () => {
    const named = tiers.map((each) => (each.name === 'Gold' ? { ...each, names: { en: 'Gold star' } } : each))
    answer(tierChangeRoutes.listEditableTiers, { tiers: named, archived: [] })
    await openTiers({ readsSeveralLanguages: false })
    const gold = dialog.getByRole('group', { name: 'Tier 3' })
    await gold.getByText('In other languages').click()
    await gold.getByLabelText('English').fill('')
    await expect.element(gold.getByLabelText('English')).toBeVisible()
    expect(dialog.getByText('In other languages').elements()).toHaveLength(1)
  })

  test('an error is shown at its field, which gets the focus', async () => {
    await openTiers()
    await field(3, 'From').fill('1')
    await field(4, 'Rate').fill('120')
    await review.click()
    await toast('Validation error', 'The rate is a percentage between 0 and 100')
    await field(4, 'Rate').fill('12')
    await expect.element(dialog.getByText('Pays less than the tier before. Allowed, but rarely meant.')).toBeVisible()
    await review.click()
    await expect.element(field(3, 'From')).toHaveFocus()
    await toast('Validation error', 'The threshold must be above the one of the tier before')
    await expect.element(dialog.getByText('The threshold must be above the one of the tier before')).toBeVisible()
  })

  test('it fits a phone of 360 pixels, with an error and in its review', async () => {
    await page.viewport(360, 800)
    await openTiers()
    await expect.poll(beyondTheEdge).toBe(0)
    await field(2, 'Name').fill('')
    await review.click()
    await expect.element(field(2, 'Name')).toHaveFocus()
    await expect.poll(beyondTheEdge).toBe(0)
    await field(2, 'Name').fill('Deux')
    await field(2, 'From').fill('25000')
    await review.click()
    await expect.element(dialog.getByRole('button', { name: 'Save tiers' })).toBeVisible()
    await expect.poll(beyondTheEdge).toBe(0)
  })
})
