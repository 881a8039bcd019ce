import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { findingsInBothThemes } from './axe.ts'
import { hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow } from './steps.ts'

/** Partners read it in French. */
const partnerSearch = 'Rechercher'

async function openPalette(page: Page, search = 'Search') {
  await expect(page.getByRole('button', { name: search })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: search })
  await expect(field).toBeFocused()
  return { field, option: (name: string | RegExp) => page.getByRole('option', { name }) }
}

test.describe('the command palette', () => {
  test('Ctrl K opens a page by keyboard alone, and Escape restores the focus', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
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
    await expect(option(/Client payments/)).toHaveCount(0)
    await page.keyboard.type('client pay')
    await expect(option('Client payments Commissions')).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/admin-commissions\/client-payments$/)
    await openPalette(page)
    await page.keyboard.press('Control+k')
    await expect(field).toBeHidden()
    expect(consoleErrors(page)).toEqual([])
  })

  test('staff find leads and partners by name, company or e-mail, with an empty state', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.getByRole('button', { name: 'Search' }).click()
    const field = page.getByRole('combobox', { name: 'Search' })
    await field.fill('benali')
    await page
      .getByRole('group', { name: 'Partners' })
      .getByRole('option', { name: /Nadia Benali/ })
      .click()
    await expect(page).toHaveURL(/\/dashboard\/partners\/[\w-]{36}$/)
    await openPalette(page)
    await field.fill('zzzz')
    await expect(page.getByText('No result for “zzzz”')).toBeVisible()
    await field.fill('menuiserie')
    const first = page.getByRole('group', { name: 'Leads' }).getByRole('option').first()
    await expect(first).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/admin-leads\?lead=[0-9a-f-]{36}$/)
    expect(consoleErrors(page)).toEqual([])
  })

  test('actions open their dialogs: adding a lead, inviting, closing a month, exporting, the account', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    for (const [typed, dialog] of [
      ['add lead', 'Add Lead'],
      ['invite', 'Invite New Partner'],
      ['close a month', /^Close .+\?$/],
      ['declare the year', /^Declare \d{4}$/],
      ['export payouts', 'Export this list'],
      ['sessions', 'Sessions'],
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
  })

  test('partners find their own leads alone, and locked pages say how to unlock them', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const camille = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/dashboard')
    const { field } = await openPalette(camille, partnerSearch)
    await expect(camille.getByRole('option', { name: 'Paliers de commission' })).toHaveCount(0)
    await field.fill('an')
    const leads = camille.getByRole('group', { name: 'Leads' })
    await leads.getByRole('option').first().click()
    await expect(camille).toHaveURL(/\/dashboard\/leads\?lead=[0-9a-f-]{36}$/)
    const lea = await openAs(browser, portal, 'lea.chevalier@exemple.fr', '/dashboard')
    const { option } = await openPalette(lea, partnerSearch)
    await expect(option(/Leads/).getByRole('img', { name: 'verrouillé' })).toBeVisible()
    await lea.keyboard.type('status')
    await lea.keyboard.press('Enter')
    await expect(lea.getByRole('dialog', { name: 'Access Restricted' })).toBeVisible()
    await expect(lea).toHaveURL(/\/dashboard$/)
    expect(consoleErrors(lea)).toEqual([])
  })

  test('input right after Ctrl K reaches the palette, whose code is still loading', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/favicon.svg')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await hold(page, '**/assets/palette*', () => released)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: partnerSearch })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('comm')
    release()
    const field = page.getByRole('combobox', { name: partnerSearch })
    await expect(field).toBeFocused()
    await page.keyboard.type('iss')
    await expect(field).toHaveValue('commiss')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/commissions$/)
  })

  test('the palette passes axe in both themes, and fits a phone of 360 pixels', async ({ browser, sampleWorld: portal }) => {
    for (const width of [1440, 360]) {
      const page = await openAs(browser, portal, administrator.email, '/dashboard', { viewport: { width, height: 800 } })
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
      const look = async (what: string) => {
        expect([what, width, await findingsInBothThemes(page)]).toEqual([what, width, []])
        await expectNoOverflow(page, what)
      }
      const { field } = await openPalette(page)
      await look('palette')
      await field.fill('mar')
      await expect(page.getByRole('group', { name: 'Leads' })).toBeVisible()
      await look('palette with results')
      await field.fill('zzzz')
      await expect(page.getByText('No result')).toBeVisible()
      await look('palette without result')
      expect(consoleErrors(page)).toEqual([])
    }
  })
})
