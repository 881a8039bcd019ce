import type { Browser, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { administrator, password } from '../../demo/story.ts'
import { PortalProcess } from '../running-portal.ts'
import { findings } from './axe.ts'
import { toast } from './steps.ts'

const mathieu = 'mathieu.caron@exemple.fr'

test.describe('tiers and the command palette', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = new PortalProcess({}, ['--demo'])
    await portal.start()
  })
  test.afterAll(() => portal?.remove())

  interface Looks {
    readonly scheme?: 'light' | 'dark'
    readonly width?: number
  }

  /** A page of its own for somebody signed in, and what its console says. */
  async function open(browser: Browser, email: string, { scheme = 'light', width = 1440 }: Looks = {}) {
    const context = await browser.newContext({
      baseURL: portal.url,
      colorScheme: scheme,
      viewport: { width, height: 800 },
      reducedMotion: 'reduce',
    })
    if (email) await context.request.post('/api/session', { data: { email, password } })
    const page = await context.newPage()
    const heard: string[] = []
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
    page.on('pageerror', (error) => heard.push(error.message))
    return { page, heard, close: () => context.close() }
  }

  async function openTiers(page: Page) {
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Commission tiers' }).click()
    const dialog = page.getByRole('dialog', { name: 'Commission tiers' })
    await expect(dialog.getByRole('group', { name: 'Tier 5' })).toBeVisible()
    const field = (tier: number, label: string) => dialog.getByRole('group', { name: `Tier ${tier}` }).getByLabel(label)
    return { dialog, field }
  }

  async function openPalette(page: Page) {
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search' })
    await expect(field).toBeFocused()
    return { field, option: (name: string | RegExp) => page.getByRole('option', { name }) }
  }

  test('an administrator changes the tiers after seeing who moves, and an open partner page follows at once', async ({
    browser,
  }) => {
    const partner = await open(browser, mathieu)
    await partner.page.goto('/dashboard/status')
    const bar = partner.page.getByRole('region', { name: 'Status', exact: true })
    await expect(bar).toContainText('Current Status: Bronze — 15%')
    const admin = await open(browser, administrator.email)
    await admin.page.goto('/dashboard')
    const { dialog, field } = await openTiers(admin.page)
    await field(2, 'Name').fill('Argent')
    await field(2, 'From').fill('5000')
    await field(2, 'Rate').fill('21,5')
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(dialog.getByRole('heading', { name: '1 partner moves up' })).toBeFocused()
    await expect(dialog.getByRole('region', { name: '1 partner up' })).toContainText('Mathieu Caron Bronze → Argent')
    await expect(bar).toContainText('Bronze')
    await dialog.getByRole('button', { name: 'Save tiers' }).click()
    await expect(bar).toContainText('Current Status: Argent — 21,5%', { timeout: 2000 })
    await expect(partner.page.getByRole('list', { name: 'Roadmap' })).toContainText('Argent')
    await toast(admin.page, 'Tiers saved', 'Partners see them at once')
    await expect(dialog).toBeHidden()
    expect([admin.heard, partner.heard]).toEqual([[], []])
    await admin.close()
    await partner.close()
  })

  test('what is wrong stands beside the field, which gets the focus', async ({ browser }) => {
    const { page, close } = await open(browser, administrator.email)
    await page.goto('/dashboard')
    const { dialog, field } = await openTiers(page)
    await field(3, 'From').fill('1')
    await field(4, 'Rate').fill('120')
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await toast(page, 'Validation error', 'The rate is a percentage between 0 and 100')
    await field(4, 'Rate').fill('12')
    await expect(dialog.getByText('Pays less than the tier before. Allowed, but rarely meant.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(field(3, 'From')).toBeFocused()
    await toast(page, 'Validation error', 'The threshold must be above the one of the tier before')
    await expect(dialog.getByText('The threshold must be above the one of the tier before')).toBeVisible()
    await close()
  })

  test('of two administrators the later one is told and keeps what was typed', async ({ browser }) => {
    const one = await open(browser, administrator.email)
    const two = await open(browser, administrator.email)
    await one.page.goto('/dashboard')
    await two.page.goto('/dashboard')
    const first = await openTiers(one.page)
    const second = await openTiers(two.page)
    await second.field(3, 'Name').fill('Or')
    await first.field(3, 'Rate').fill('26')
    await first.dialog.getByRole('button', { name: 'Review changes' }).click()
    await expect(first.dialog.getByRole('heading', { name: 'No partner changes tier' })).toBeVisible()
    await first.dialog.getByRole('button', { name: 'Save tiers' }).click()
    await expect(second.dialog.getByRole('alert')).toContainText('Somebody else has just changed the tiers')
    await expect(second.dialog).toContainText('Saved meanwhile: Gold, from 30 000 €, 26 %')
    await expect(second.field(3, 'Name')).toHaveValue('Or')
    expect(await findings(two.page)).toEqual([])
    await second.dialog.getByRole('button', { name: 'Keep mine' }).click()
    await expect(second.field(3, 'Rate')).toHaveValue('26')
    await second.dialog.getByRole('button', { name: 'Review changes' }).click()
    await second.dialog.getByRole('button', { name: 'Save tiers' }).click()
    await toast(two.page, 'Tiers saved')
    const again = await openTiers(one.page)
    await expect(again.field(3, 'Name')).toHaveValue('Or')
    await one.close()
    await two.close()
  })

  test('the landing page promises what the tiers pay', async ({ browser }) => {
    const visitor = await open(browser, '')
    await visitor.page.goto('/')
    await expect(visitor.page.getByText('15-35%')).toBeVisible()
    const admin = await open(browser, administrator.email)
    await admin.page.goto('/dashboard')
    const { dialog, field } = await openTiers(admin.page)
    await field(5, 'Rate').fill('40')
    await dialog.getByRole('button', { name: 'Review changes' }).click()
    await dialog.getByRole('button', { name: 'Save tiers' }).click()
    await toast(admin.page, 'Tiers saved')
    await visitor.page.reload()
    await expect(visitor.page.getByText('15-40%')).toBeVisible()
    await visitor.close()
    await admin.close()
  })

  test('Ctrl K goes to a page by keyboard alone, and Escape gives the focus back', async ({ browser }) => {
    const { page, heard, close } = await open(browser, administrator.email)
    await page.goto('/dashboard')
    const account = page.getByRole('button', { name: /Account of/ })
    await account.focus()
    const { field, option } = await openPalette(page)
    await expect(option('Dashboard')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowUp')
    await expect(option('Sign out')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Escape')
    await expect(field).toBeHidden()
    await expect(account).toBeFocused()
    await openPalette(page)
    await page.keyboard.type('contr')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/admin-contracts$/)
    await expect(page.getByRole('main')).toBeFocused()
    await openPalette(page)
    await page.keyboard.press('Control+k')
    await expect(field).toBeHidden()
    expect(heard).toEqual([])
    await close()
  })

  test('staff find leads and partners by name, company or e-mail, and are told when there is none', async ({ browser }) => {
    const { page, heard, close } = await open(browser, administrator.email)
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.fill('benali')
    await page
      .getByRole('group', { name: 'Partners' })
      .getByRole('option', { name: /Nadia Benali/ })
      .click()
    await expect(page).toHaveURL(/\/dashboard\/partners\?search=Nadia%20Benali$/)
    await openPalette(page)
    await field.fill('zzzz')
    await expect(page.getByText('No result for “zzzz”')).toBeVisible()
    await field.fill('menuiserie')
    const first = page.getByRole('group', { name: 'Leads' }).getByRole('option').first()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/admin-leads\?lead=[0-9a-f-]{36}$/)
    expect(heard).toEqual([])
    await close()
  })

  test('actions open their dialogs: adding a lead, inviting, the account', async ({ browser }) => {
    const { page, close } = await open(browser, administrator.email)
    await page.goto('/dashboard')
    for (const [typed, dialog] of [
      ['add lead', 'Add Lead'],
      ['invite', 'Invite New Partner'],
      ['sessions', 'Sessions'],
      ['tiers', 'Commission tiers'],
    ] as const) {
      await openPalette(page)
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: dialog })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    await openPalette(page)
    await page.keyboard.type('dark')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await close()
  })

  test('partners find their own leads alone, and locked pages say how to open them', async ({ browser }) => {
    const camille = await open(browser, 'camille.lefevre@exemple.fr')
    await camille.page.goto('/dashboard')
    const { field } = await openPalette(camille.page)
    await expect(camille.page.getByRole('option', { name: 'Commission tiers' })).toHaveCount(0)
    await field.fill('an')
    const leads = camille.page.getByRole('group', { name: 'Leads' })
    await leads.getByRole('option').first().click()
    await expect(camille.page).toHaveURL(/\/dashboard\/leads\?lead=[0-9a-f-]{36}$/)
    await camille.close()
    const lea = await open(browser, 'lea.chevalier@exemple.fr')
    await lea.page.goto('/dashboard')
    const { option } = await openPalette(lea.page)
    await expect(option(/Leads/).getByRole('img', { name: 'locked' })).toBeVisible()
    await lea.page.keyboard.type('status')
    await lea.page.keyboard.press('Enter')
    await expect(lea.page.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
    await expect(lea.page).toHaveURL(/\/dashboard$/)
    expect(lea.heard).toEqual([])
    await lea.close()
  })

  test('open, they have nothing axe objects to in either theme, and fit a phone of 360 pixels', async ({ browser }) => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [1440, 360]) {
        const { page, heard, close } = await open(browser, administrator.email, { scheme, width })
        await page.goto('/dashboard')
        await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
        const look = async (what: string) => {
          expect([what, scheme, width, await findings(page)]).toEqual([what, scheme, width, []])
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect([what, Math.max(0, beyond)]).toEqual([what, 0])
        }
        const { field } = await openPalette(page)
        await look('palette')
        await field.fill('mar')
        await expect(page.getByRole('group', { name: 'Leads' })).toBeVisible()
        await look('palette with results')
        await field.fill('zzzz')
        await expect(page.getByText('No result')).toBeVisible()
        await look('palette without result')
        await page.keyboard.press('Escape')
        const tiers = await openTiers(page)
        await look('tiers')
        await tiers.field(2, 'Name').fill('')
        await tiers.dialog.getByRole('button', { name: 'Review changes' }).click()
        await look('tiers with a fault')
        await tiers.field(2, 'Name').fill('Deux')
        await tiers.field(2, 'From').fill('25000')
        await tiers.dialog.getByRole('button', { name: 'Review changes' }).click()
        await expect(tiers.dialog.getByRole('button', { name: 'Save tiers' })).toBeVisible()
        await look('review of the tiers')
        expect(heard).toEqual([])
        await close()
      }
    }
  })
})
