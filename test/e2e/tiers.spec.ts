import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { writtenTier } from '../../src/money/tiers/api/tier-changes.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, contextOf, openAs } from './sample-world.ts'
import { toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const mathieu = 'mathieu.caron@exemple.fr'
const ines = 'ines.garnier@exemple.fr'

const tiersOf = async ({ request }: BrowserContext): Promise<ReturnType<typeof writtenTier>[]> =>
  (await (await request.get('/api/tiers/editable')).json()).tiers.map(writtenTier)

async function openTiers(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=tiers')
  const list = page.getByRole('dialog', { name: 'Commission tiers' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  return list
}

/** The form of the tier in this place. */
async function editTier(list: Locator, place: number) {
  await list
    .getByRole('listitem')
    .nth(place - 1)
    .getByRole('button', { name: /^Edit/ })
    .click()
  return list.page().getByRole('dialog', { name: 'Edit the tier' })
}

const review = (page: Page) => page.getByRole('dialog', { name: 'What changes' })

async function saveReviewed(panel: Locator) {
  await panel.getByRole('button', { name: 'Review changes' }).click()
  await review(panel.page()).getByRole('button', { name: 'Save tiers' }).click()
  await toast(panel.page(), 'Tiers saved', 'Partners see them at once')
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
    const list = await openTiers(admin)
    const panel = await editTier(list, 2)
    await panel.getByLabel('Name').fill('Argent')
    await panel.getByLabel('From').fill('5000')
    await panel.getByLabel('Rate').fill('21,5')
    await panel.getByRole('button', { name: 'Review changes' }).click()
    await expect(review(admin).getByRole('heading', { name: '1 partner moves up' })).toBeFocused()
    await expect(review(admin).getByRole('region', { name: '1 partner up' })).toContainText('Mathieu Caron Bronze → Argent')
    await expect(bar).toContainText('Bronze')
    await review(admin).getByRole('button', { name: 'Save tiers' }).click()
    await toast(admin, 'Tiers saved', 'Partners see them at once')
    await expect(bar).toContainText('Current Status: Argent — 21,5%')
    await expect(partner.getByRole('list', { name: 'Parcours' })).toContainText('Argent')
    await expect(list.getByRole('listitem', { name: 'Argent' })).toBeVisible()
    expect([consoleErrors(admin), consoleErrors(partner)]).toEqual([[], []])
  })

  test('of two administrators who edit a tier the later one reads what is new and keeps the input', async ({ browser }) => {
    const one = await openAs(browser, portal, administrator.email, '/dashboard')
    const two = await openAs(browser, portal, administrator.email, '/dashboard')
    const mine = await editTier(await openTiers(two), 3)
    await mine.getByLabel('Name').fill('Or')
    const theirs = await editTier(await openTiers(one), 3)
    await theirs.getByLabel('Rate').fill('26')
    await theirs.getByRole('button', { name: 'Review changes' }).click()
    await expect(review(one).getByRole('heading', { name: 'No partner changes tier' })).toBeVisible()
    await review(one).getByRole('button', { name: 'Save tiers' }).click()
    await toast(one, 'Tiers saved')
    // What somebody else has saved of the same tier is taken over beside what is typed.
    await expect(mine.getByLabel('Rate')).toHaveValue('26')
    await expect(mine.getByLabel('Name')).toHaveValue('Or')
    await saveReviewed(mine)
    await expect((await openTiers(one)).getByRole('listitem').nth(2)).toHaveAccessibleName('Or')
  })

  test('a tier is added, archived and brought back, each after its review', async ({ browser }) => {
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openTiers(admin)
    await list.getByRole('button', { name: 'Add a tier' }).click()
    const added = admin.getByRole('dialog', { name: 'New tier' })
    await added.getByLabel('Name').fill('Titane')
    await added.getByLabel('From').fill('300000')
    await added.getByLabel('Rate').fill('40')
    await saveReviewed(added)
    await expect(list.getByRole('listitem').last()).toHaveAccessibleName('Titane')
    await list.getByRole('button', { name: 'More for Titane' }).click()
    await admin.getByRole('menuitem', { name: 'Archive' }).click()
    await expect(review(admin).getByRole('list', { name: 'Tiers that go' })).toContainText('Titane')
    await review(admin).getByRole('button', { name: 'Save tiers' }).click()
    await expect(list.getByRole('heading', { name: 'Archived' })).toBeVisible()
    await list.getByRole('button', { name: 'More for Titane' }).click()
    await admin.getByRole('menuitem', { name: 'Delete' }).click()
    await review(admin).getByRole('button', { name: 'Save tiers' }).click()
    await expect(list.getByRole('listitem', { name: 'Titane' })).toBeHidden()
    expect(consoleErrors(admin)).toEqual([])
  })

  test('a tier has an English name, which who reads English sees; the review says what is missing', async ({ browser }) => {
    // Whoever reads English from here on is nobody whom another test reads in French.
    const partner = await openAs(browser, portal, ines, '/dashboard/status')
    const roadmap = partner.getByRole('list', { name: /Parcours|Roadmap/ })
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openTiers(admin)
    const [first] = await tiersOf(admin.context())
    const third = await editTier(list, 3)
    await expect(third.getByText('No French or English name')).toBeVisible()
    await third.getByText('In other languages').click()
    await expect(third.getByLabel('English')).toHaveAttribute('placeholder', await third.getByLabel('Name').inputValue())
    await third.getByLabel('English').fill(first?.name ?? '')
    await third.getByRole('button', { name: 'Review changes' }).click()
    await expect(third.getByLabel('English')).toBeFocused()
    await toast(admin, 'Validation error', 'Another tier has this name')
    await third.getByLabel('English').fill('Gold star')
    await expect(third.getByText('No French name')).toBeVisible()
    await third.getByRole('button', { name: 'Review changes' }).click()
    await expect(review(admin).getByText('English: Gold star · No French name')).toBeVisible()
    await review(admin).getByRole('button', { name: 'Save tiers' }).click()
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
    const panel = await editTier(await openTiers(admin), 5)
    await panel.getByLabel('Rate').fill('40')
    await saveReviewed(panel)
    await visitor.reload()
    await expect(visitor.getByText('15-40%')).toBeVisible()
  })
})
