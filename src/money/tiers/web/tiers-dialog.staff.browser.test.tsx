import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Settings } from '#access/api/identity.ts'
import { type EditableTier, tierChangeRoutes } from '#money/tiers/api/tier-changes.ts'
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
  return { id, name, names: {}, minRevenueCents, commissionRate, archivedAt: null, isUsed: true }
})
const list = page.getByRole('dialog', { name: 'Commission tiers' })
const panel = page.getByRole('dialog', { name: 'Edit the tier' })
const review = panel.getByRole('button', { name: 'Review changes' })

async function openTiers(settings: Partial<Settings> = {}) {
  await openPortal(settingsCardPath('tiers').replace('card=', 'edit='), { as: staff, settings })
  await expect.element(list.getByRole('listitem', { name: 'Diamond' })).toBeVisible()
}
const edit = (name: string) => list.getByRole('button', { name: `Edit ${name}` }).click()

describe('the drawer of the tiers', () => {
  beforeEach(() => {
    answerSettings()
    answerLeast(setupRoutes.noteTiersSeen)
    answer(tierChangeRoutes.listEditableTiers, { tiers })
    const nobody = { count: 0, partners: [] }
    const replay = { months: 12, nowCents: 0, thenCents: 0, keptRates: 0, partners: [] }
    const counts = tiers.map(({ id }) => ({ id, partnersNow: 0, partnersThen: 0 }))
    answer(tierChangeRoutes.saveTiers, { tiers: [], preview: { up: nobody, down: nobody, tiers: counts, removed: [], replay } })
  })

  test('where one language is read, only names in others that there are can be changed', async () => {
    const named = tiers.map((each) => (each.name === 'Gold' ? { ...each, names: { en: 'Gold star' } } : each))
    answer(tierChangeRoutes.listEditableTiers, { tiers: named })
    await openTiers({ readsSeveralLanguages: false })
    await edit('Silver')
    await expect.element(panel.getByLabelText('Name')).toHaveValue('Silver')
    expect(panel.getByText('In other languages').elements()).toHaveLength(0)
    await panel.getByRole('button', { name: 'Cancel' }).click()
    await edit('Gold')
    await panel.getByText('In other languages').click()
    await panel.getByLabelText('English').fill('')
    await expect.element(panel.getByLabelText('English')).toBeVisible()
  })

  test('an error is shown at its field, which gets the focus', async () => {
    const falling = tiers.map((each) => (each.name === 'Platinum' ? { ...each, commissionRate: 12 } : each))
    answer(tierChangeRoutes.listEditableTiers, { tiers: falling })
    await openTiers()
    await expect.element(list.getByText('Pays less than the tier before.')).toBeVisible()
    await edit('Gold')
    await panel.getByLabelText('Rate').fill('120')
    await review.click()
    await toast('Validation error', 'The rate is a percentage between 0 and 100')
    await panel.getByLabelText('Rate').fill('12')
    await panel.getByLabelText('From').fill('1')
    await review.click()
    await expect.element(panel.getByLabelText('From')).toHaveFocus()
    await toast('Validation error', 'The threshold must be above the one of the tier before')
    await expect.element(panel.getByText('The threshold must be above the one of the tier before')).toBeVisible()
  })

  test('it fits a phone of 360 pixels, with an error and in its review', async () => {
    await page.viewport(360, 800)
    await openTiers()
    await expect.poll(beyondTheEdge).toBe(0)
    await edit('Silver')
    await panel.getByLabelText('Name').fill('')
    await review.click()
    await expect.element(panel.getByLabelText('Name')).toHaveFocus()
    await expect.poll(beyondTheEdge).toBe(0)
    await panel.getByLabelText('Name').fill('Deux')
    await panel.getByLabelText('From').fill('25000')
    await review.click()
    await expect.element(page.getByRole('button', { name: 'Save tiers' })).toBeVisible()
    await expect.poll(beyondTheEdge).toBe(0)
  })
})
