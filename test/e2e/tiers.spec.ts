import { type BrowserContext, expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, contextOf, openAs } from './sample-world.ts'
import { toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const mathieu = 'mathieu.caron@exemple.fr'
const ines = 'ines.garnier@exemple.fr'

const tiersOf = async ({ request }: BrowserContext) => (await (await request.get('/api/tiers/editable')).json()).tiers

async function openTiers(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=tiers')
  const dialog = page.getByRole('dialog', { name: 'Commission tiers' })
  await expect(dialog.getByRole('group', { name: 'Tier 5' })).toBeVisible()
  const field = (tier: number, label: string) => dialog.getByRole('group', { name: `Tier ${tier}` }).getByLabel(label)
  return { dialog, field }
}

test.describe('tiers', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  let before: unknown
  test.beforeEach(async ({ browser }) => {
    before = await tiersOf(await contextOf(browser, portal, administrator.email))
  })
  test.afterEach(async ({ browser }) => {
    const staff = await contextOf(browser, portal, administrator.email)
    const answer = await staff.request.put('/api/tiers', { data: { tiers: before, expected: await tiersOf(staff) } })
    expect(answer.status(), await answer.text()).toBe(200)
  })

  test('tiers change after a preview of who moves, and an open partner page follows at once', async ({ browser }) => {
    const partner = await openAs(browser, portal, mathieu, '/dashboard/status')
    const bar = partner.getByRole('region', { name: 'Status', exact: true })
    await expect(bar).toContainText('Current Status: Bronze — 15%')
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const { dialog, field } = await openTiers(admin)
    await field(2, 'Name').fill('Argent')
    await field(2, 'From').fill('5000')
    await field(2, 'Rate').fill('21,5')
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(dialog.getByRole('heading', { name: '1 partner moves up' })).toBeFocused()
    await expect(dialog.getByRole('region', { name: '1 partner up' })).toContainText('Mathieu Caron Bronze → Argent')
    await expect(bar).toContainText('Bronze')
    await dialog.getByRole('button', { name: 'Save tiers' }).click()
    await toast(admin, 'Tiers saved', 'Partners see them at once')
    await expect(bar).toContainText('Current Status: Argent — 21,5%')
    await expect(partner.getByRole('list', { name: 'Parcours' })).toContainText('Argent')
    await expect(dialog).toBeHidden()
    expect([consoleErrors(admin), consoleErrors(partner)]).toEqual([[], []])
  })

  test('of two administrators the later one is refused and keeps the input', async ({ browser }) => {
    const one = await openAs(browser, portal, administrator.email, '/dashboard')
    const two = await openAs(browser, portal, administrator.email, '/dashboard')
    const first = await openTiers(one)
    const second = await openTiers(two)
    await second.field(3, 'Name').fill('Or')
    await first.field(3, 'Rate').fill('26')
    await first.dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(first.dialog.getByRole('heading', { name: 'No partner changes tier' })).toBeVisible()
    await first.dialog.getByRole('button', { name: 'Save tiers' }).click()
    await expect(second.dialog.getByRole('alert')).toContainText('Somebody else has just changed this')
    await expect(second.dialog).toContainText('Saved meanwhile: Gold, from 30 000 €, 26 %')
    await expect(second.field(3, 'Name')).toHaveValue('Or')
    await second.dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(second.field(3, 'Rate')).toHaveValue('26')
    await second.dialog.getByRole('button', { name: 'Review changes' }).click()
    await second.dialog.getByRole('button', { name: 'Save tiers' }).click()
    await toast(two, 'Tiers saved')
    const again = await openTiers(one)
    await expect(again.field(3, 'Name')).toHaveValue('Or')
  })

  test('a tier has an English name, which who reads English sees; the review says what is missing', async ({ browser }) => {
    // Whoever reads English from here on is nobody whom another test reads in French.
    const partner = await openAs(browser, portal, ines, '/dashboard/status')
    const roadmap = partner.getByRole('list', { name: /Parcours|Roadmap/ })
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const { dialog, field } = await openTiers(admin)
    const third = dialog.getByRole('group', { name: 'Tier 3' })
    await expect(third.getByText('No French or English name')).toBeVisible()
    await third.getByText('In other languages').click()
    await expect(field(3, 'English')).toHaveAttribute('placeholder', await field(3, 'Name').inputValue())
    await field(3, 'English').fill(await field(1, 'Name').inputValue())
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(field(3, 'English')).toBeFocused()
    await toast(admin, 'Validation error', 'Another tier has this name')
    await field(3, 'English').fill('Gold star')
    await expect(third.getByText('No French name')).toBeVisible()
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(dialog.getByText('English: Gold star · No French name')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save tiers' }).click()
    await toast(admin, 'Tiers saved')
    await expect(roadmap).not.toContainText('Gold star')
    await partner.request.put('/api/me/language', { data: { language: 'en' } })
    await partner.reload()
    await expect(roadmap).toContainText('Gold star')
    expect([consoleErrors(admin), consoleErrors(partner)]).toEqual([[], []])
  })

  test('the landing page shows the rates of the tiers', async ({ browser }) => {
    const visitor = await openAs(browser, portal, null, '/')
    await expect(visitor.getByText('15-35%')).toBeVisible()
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const { dialog, field } = await openTiers(admin)
    await field(5, 'Rate').fill('40')
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await dialog.getByRole('button', { name: 'Save tiers' }).click()
    await toast(admin, 'Tiers saved')
    await visitor.reload()
    await expect(visitor.getByText('15-40%')).toBeVisible()
  })
})
