import type { Browser, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { administrator, password } from '../../demo/story.ts'
import { PortalProcess } from '../running-portal.ts'
import { findings } from './axe.ts'

const pages: Readonly<Record<string, readonly string[]>> = {
  '': ['/', '/auth', '/verify', '/nowhere', '/reset?token=none', '/invitation?token=none', '/setup'],
  [administrator.email]: ['', '/partners', '/admin-leads', '/admin-contracts', '/admin-commissions', '/admin-resources'].map(
    (path) => `/dashboard${path}`,
  ),
  'camille.lefevre@exemple.fr': ['', '/leads', '/commissions', '/status', '/contract', '/resources', '/payment-info'].map(
    (path) => `/dashboard${path}`,
  ),
  'lea.chevalier@exemple.fr': ['/dashboard', '/dashboard/leads'],
}

/** Every page of the sample world, as each kind of person, in both themes: nothing axe objects to, nothing in the console, no sideways scroll. */
test.describe('every page of the sample world', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = new PortalProcess({}, ['--demo'])
    await portal.start()
  })
  test.afterAll(() => portal?.remove())

  async function open(
    browser: Browser,
    email: string,
    scheme: 'light' | 'dark',
    width: number,
  ): Promise<{ page: Page; heard: string[] }> {
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
    return { page, heard }
  }

  for (const scheme of ['light', 'dark'] as const) {
    for (const [email, paths] of Object.entries(pages)) {
      test(`${email || 'a visitor'}, ${scheme}`, async ({ browser }) => {
        const { page, heard } = await open(browser, email, scheme, 1440)
        const found: Record<string, string[]> = {}
        for (const path of paths) {
          await page.goto(path)
          await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
          await expect(page.getByRole('status', { name: 'Chargement' })).toHaveCount(0)
          const faults = await findings(page)
          if (faults.length > 0) found[path] = faults
        }
        expect(found).toEqual({})
        expect(heard.filter((text) => !/410|422/.test(text))).toEqual([])
        await page.context().close()
      })
    }
  }

  test('dialogs, open, have nothing axe objects to', async ({ browser }) => {
    for (const scheme of ['light', 'dark'] as const) {
      const { page, heard } = await open(browser, administrator.email, scheme, 1440)
      for (const [path, button] of [
        ['/dashboard', 'Invite Partner'],
        ['/dashboard', 'Add Contract'],
        ['/dashboard', 'Add Resource'],
        ['/dashboard/admin-leads', 'Add Lead'],
        ['/dashboard/admin-leads', 'Import'],
        ['/dashboard/admin-commissions', 'Add commission'],
        ['/dashboard/admin-commissions', 'Tiers'],
        ['/dashboard/admin-contracts', 'Templates'],
        ['/dashboard/partners', 'Add Partner'],
      ] as const) {
        await page.goto(path)
        await page.getByRole('button', { name: button, exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect([button, await findings(page)]).toEqual([button, []])
      }
      for (const entry of ['Profile', 'Password', 'Two-factor', 'Sessions', 'Provider settings', 'Failed mail and tasks']) {
        await page.goto('/dashboard')
        await page.getByRole('button', { name: /Account of/ }).click()
        await page.getByRole('menuitem', { name: entry }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect([entry, await findings(page)]).toEqual([entry, []])
      }
      expect(heard).toEqual([])
      await page.context().close()
    }
  })

  test('from a phone of 360 pixels to a desk nothing scrolls sideways, and tables keep amounts and buttons on the screen', async ({
    browser,
  }) => {
    const { page: staff } = await open(browser, administrator.email, 'light', 1440)
    const long = 'Hydroelectrotechnique'.repeat(4)
    const names = { name: long, company: long, email: `${long.slice(0, 60)}@exemple.fr` }
    await staff.request.post('/api/invitations', { data: { fullName: long, email: names.email, role: 'partner' } })
    const { partners } = await (await staff.request.get('/api/partners/names')).json()
    const partnerId = partners.find(({ name }: { name: string }) => name === 'Camille Lefèvre').id
    const lead = await (
      await staff.request.post('/api/leads', {
        data: { ...names, partnerId, offerType: 'custom', estimatedAmountCents: 123_456_789 },
      })
    ).json()
    await staff.request.post(`/api/leads/${lead.id}/move`, { data: { from: 'nouveau', to: 'signe' } })
    for (const [email, paths] of Object.entries(pages)) {
      const { page } = await open(browser, email, 'light', 360)
      for (const path of paths) {
        await page.goto(path)
        await expect(page.locator('h1, [role=dialog]').first()).toBeVisible()
        await expect(page.getByRole('status', { name: 'Chargement' })).toHaveCount(0)
        for (const width of [360, 768, 820, 1024, 1100, 1280, 1440]) {
          await page.setViewportSize({ width, height: 800 })
          const beyond = () =>
            page.evaluate(() => {
              const frames = [...document.querySelectorAll('.data-table')]
              const over = frames.map((frame) => frame.scrollWidth - frame.clientWidth)
              return Math.max(0, document.documentElement.scrollWidth - innerWidth, ...over)
            })
          await expect.poll(beyond, `${path} at ${width}`).toBe(0)
        }
      }
      await page.context().close()
    }
  })

  test('between a phone and a desk the menu is collapsed and the status stands on one line', async ({ browser }) => {
    const { page } = await open(browser, 'nadia.benali@exemple.fr', 'light', 820)
    await page.goto('/dashboard')
    const aside = page.getByRole('complementary', { name: 'Navigation' })
    expect((await aside.boundingBox())?.width).toBe(80)
    const status = page.getByText('Current Status: Gold — 25%')
    const next = page.getByText(/^€[\d\s]+ to Platinum \(30%\)$/)
    const [one, other] = [await status.boundingBox(), await next.boundingBox()]
    expect(one?.height).toBeLessThan(30)
    expect(Math.abs((one?.y ?? 0) - (other?.y ?? 99))).toBeLessThan(6)
    await page.getByRole('button', { name: 'Expand sidebar' }).click()
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256)
    await page.setViewportSize({ width: 1440, height: 800 })
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible()
    await page.context().close()
  })
})
