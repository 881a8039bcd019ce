import { notificationKinds } from '#domain/notifications.ts'
import { expect } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { contextOf } from './sample-world.ts'
import { startPortalIn } from './worlds.ts'

const mathieu = 'mathieu.caron@exemple.fr'

test.describe('notification settings', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('the link in a mail leads through sign-in to the settings; a disabled kind stays disabled and is not sent', async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: portal.url })
    const page = await context.newPage()
    await page.goto('/dashboard?account=notifications')
    await page.getByLabel(/email/i).fill(mathieu)
    await page.getByRole('textbox', { name: 'Mot de passe' }).fill(password)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Notifications' })
    const paid = dialog.getByRole('switch', { name: 'Commission paid' })
    await expect(paid).toBeChecked()
    expect(page.url()).toBe(`${portal.url}/dashboard`)
    await expect(dialog).toContainText('Security mail is always sent')

    await paid.focus()
    await page.keyboard.press('Space')
    await dialog.getByRole('switch', { name: 'Tier reached' }).focus()
    await page.keyboard.press('Space')
    await expect
      .poll(async () => (await context.request.get('/api/me/notifications')).json())
      .toEqual({
        switchedOff: ['commission_paid', 'tier_reached'],
      })
    await page.reload()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: /Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Notifications' }).click()
    await expect(paid).not.toBeChecked()
    await expect(dialog.getByRole('switch', { checked: true })).toHaveCount(notificationKinds.length - 2)
    await context.close()

    const staff = await contextOf(browser, portal, administrator.email)
    const { items } = await (await staff.request.get(`/api/partners?search=${mathieu}`)).json()
    const bonus = { partnerId: items[0].id, description: 'Prime', revenueCents: 100_000 }
    const { id } = await (await staff.request.post('/api/commissions', { data: bonus })).json()
    expect((await staff.request.post(`/api/commissions/${id}/validate`)).ok()).toBe(true)
    expect((await staff.request.post(`/api/commissions/${id}/pay`)).ok()).toBe(true)
    const sent = () =>
      portal.mails().map((mail) => [/^To: (.*)\r$/m.exec(mail)?.[1], /Message-ID:\s+<[^.]+\.(\w+)/.exec(mail)?.[1]])
    await expect.poll(sent).toEqual([[`Mathieu Caron <${mathieu}>`, 'commission_validated']])
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(sent()).toHaveLength(1)
  })
})
