import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'

async function openPalette(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
}

test.describe('the command palette', () => {
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
  })

  test('input right after Ctrl K reaches the palette, whose code is still loading', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/favicon.svg')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await hold(page, '**/assets/palette*', () => released)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'Rechercher' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('comm')
    release()
    const field = page.getByRole('combobox', { name: 'Rechercher' })
    await expect(field).toBeFocused()
    await page.keyboard.type('iss')
    await expect(field).toHaveValue('commiss')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/dashboard\/commissions$/)
  })
})
