import { expect } from '@playwright/test'
import { administrator, colleagues } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const [, finance] = colleagues

test.describe('the settings', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('two administrators at once change other values of a card, and are asked about the same one', async ({ browser }) => {
    const one = await openAs(browser, portal, administrator.email, '/dashboard/settings/money?edit=payouts')
    const two = await openAs(browser, portal, administrator.email, '/dashboard/settings/money?edit=payouts')
    const days = two.getByLabel('Days to dispute a statement')
    await days.fill('20')
    await one.getByLabel('Minimum payout (€)').fill('75')
    await one.getByRole('button', { name: 'Save' }).click()
    await toast(one, 'Settings saved', 'Payouts and statements')
    await test.step('what the other one typed stays, what was saved beside it is taken over', async () => {
      await expect(two.getByLabel('Minimum payout (€)')).toHaveValue('75')
      await expect(days).toHaveValue('20')
    })
    await test.step('the same value is asked about, and kept on top', async () => {
      await one.getByRole('button', { name: 'Edit: Payouts and statements' }).click()
      await one.getByLabel('Days to dispute a statement').fill('10')
      await one.getByRole('button', { name: 'Save' }).click()
      const alert = two.getByRole('alert').filter({ hasText: 'Somebody else has just changed this' })
      await expect(alert).toContainText('Days to dispute a statement: now 10 days')
      await expect(two.getByRole('button', { name: 'Save' })).toBeDisabled()
      await alert.getByRole('button', { name: 'Keep mine' }).click()
      await two.getByRole('button', { name: 'Save' }).click()
      await toast(two, 'Settings saved')
    })
    const card = one.getByRole('region', { name: 'Payouts and statements' })
    await expect(card).toContainText('20 days')
    await expect(card).toContainText('75,00 €')
  })

  test('former addresses lead there, and staff without the right read who may change a card', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard?account=undelivered')
    await expect(page.getByRole('dialog', { name: 'Failed emails and tasks' })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/settings\/system\?edit=failures$/)
    for (const [from, to] of [
      ['/dashboard?account=settings', /\/settings\/identity$/],
      ['/dashboard?account=tiers', /\/settings\/programme\?edit=tiers$/],
      ['/dashboard/settings/nowhere', /\/dashboard\/settings$/],
      ['/dashboard/integrations?view=webhooks', /\/dashboard\/integrations\?view=webhooks$/],
      ['/dashboard/journal', /\/dashboard\/journal$/],
      ['/dashboard/system', /\/dashboard\/system$/],
    ] as const) {
      await page.goto(from)
      await expect(page).toHaveURL(to)
    }
    await page.getByRole('button', { name: /Account of/ }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Profile',
      'Password',
      'Two-factor',
      'Passkeys',
      'Sessions',
      'My data',
      'Notifications',
      'Personal data',
      'Settings',
      'Sign out',
    ])
    await page.keyboard.press('Escape')
    for (const [path, link, card] of [
      ['/dashboard/admin-commissions/payouts', 'Payout settings', 'Payouts and statements'],
      ['/dashboard/admin-commissions/year', 'Declaration settings', 'Yearly declaration of commissions (DAS2)'],
    ] as const) {
      await visit(page, path)
      await page.getByRole('link', { name: link }).click()
      await expect(page.getByRole('region', { name: card })).toBeVisible()
    }

    const payer = await openAs(browser, portal, finance.email, '/dashboard/settings/money')
    const account = payer.getByRole('region', { name: 'Account that pays' })
    await expect(account).toContainText('Changed by: Admin')
    await expect(account.getByRole('button')).toHaveCount(0)
    await expect(payer.getByRole('button', { name: 'Edit: Accounts of the accounting journal' })).toBeVisible()
  })

  test('the registered address is what visitors and mails read', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/settings/identity')
    await page.getByRole('button', { name: 'Edit: Registered address' }).click()
    await page.getByLabel('Number').fill('14')
    await page.getByRole('button', { name: 'Save' }).click()
    await toast(page, 'Settings saved', 'Registered address')
    const read = '14 quai de la Fosse, 44000 Nantes'
    await expect(page.getByRole('region', { name: 'Registered address' })).toContainText(read)
    const visitor = await openAs(browser, portal, null, '/')
    await expect(visitor.getByText(read)).toContainText('Atelier Loire SAS')
  })
})
