import { type Browser, expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { findings, findingsInBothThemes } from './axe.ts'
import { test } from './portal-fixture.ts'
import { pagesOfSides } from './portal-pages.ts'
import { confirmAs, consoleErrors, contextOf, openAs } from './sample-world.ts'
import { beyondTheEdge, shown, toast, visit } from './steps.ts'

const pages: Readonly<Record<string, readonly string[]>> = {
  '': ['/', '/auth', '/verify', '/nowhere', '/reset?token=none', '/invitation?token=none', '/setup'],
  ...pagesOfSides,
  'lea.chevalier@exemple.fr': ['/dashboard', '/dashboard/leads'],
}

const widths = [360, 768, 820, 1024, 1100, 1280, 1440]
const small = { viewport: { width: 360, height: 800 } }

/** Those of templates and tiers are read by their own tests. */
const dialogButtons: Readonly<Record<string, readonly string[]>> = {
  '/dashboard': ['Invite Partner', 'Add Contract', 'Add Resource'],
  '/dashboard/admin-leads': ['Add Lead', 'Import'],
  '/dashboard/admin-commissions': ['Add commission'],
  '/dashboard/partners': ['Add Partner'],
  '/dashboard/settings/identity': ['Edit: Name and contact', 'Edit: Logo and colour', 'Edit: Legal identity'],
  '/dashboard/settings/money': ['Edit: Account that pays', 'Edit: Bank files', 'Open: Closing of months and years'],
  '/dashboard/settings/system': ['Open: Failed emails and tasks'],
}

/** Adds a partner and a signed lead with names too long for any column. */
async function addLongNames(browser: Browser, portal: PortalProcess): Promise<void> {
  const { request } = await contextOf(browser, portal, administrator.email)
  const post = async (path: string, data: unknown) => {
    const response = await request.post(path, { data })
    expect([path, response.ok()]).toEqual([path, true])
    return response
  }
  const long = 'Hydroelectrotechnique'.repeat(4)
  const names = { name: long, company: long, email: `${long.slice(0, 60)}@exemple.fr` }
  await post('/api/invitations', { fullName: long, email: names.email, role: 'partner' })
  const { partners } = await (await request.get('/api/partners/names')).json()
  const partnerId = partners.find(({ name }: { name: string }) => name === 'Camille Lefèvre').id
  const form = { ...names, partnerId, offerType: 'custom', estimatedAmountCents: 123_456_789 }
  const lead = await (await post('/api/leads', form)).json()
  await post(`/api/leads/${lead.id}/move`, { from: 'nouveau', to: 'signe' })
}

/** Opens every page in every role: no axe findings, console errors or horizontal scrolling. */
test.describe('every page of the sample world', () => {
  test.beforeAll(({ browser, changedWorld }) => addLongNames(browser, changedWorld))

  for (const [email, paths] of Object.entries(pages)) {
    const who = email || 'a visitor'
    test(`${who}: passes axe in both themes; no horizontal scrolling from a phone of 360 pixels to a desktop`, async ({
      browser,
      changedWorld: portal,
    }) => {
      const page = await openAs(browser, portal, email || null, '/favicon.svg', small)
      const faultsByPath: Record<string, string[]> = {}
      for (const path of paths) {
        await page.setViewportSize(small.viewport)
        await page.goto(path)
        await shown(page)
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(() => beyondTheEdge(page), `${path} at ${width}`).toBe(0)
        }
        const faults = await findingsInBothThemes(page, { isWhole: true })
        if (faults.length > 0) faultsByPath[path] = faults
      }
      expect(faultsByPath).toEqual({})
      expect(consoleErrors(page).filter((text) => !/410|422/.test(text))).toEqual([])
    })
  }

  test('open dialogs pass axe', async ({ browser, changedWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    const look = async (name: string) => {
      await expect(page.getByRole('dialog')).toBeVisible()
      expect([name, await findingsInBothThemes(page)]).toEqual([name, []])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    for (const [path, buttons] of Object.entries(dialogButtons)) {
      await visit(page, path)
      for (const button of buttons) {
        await page.getByRole('button', { name: button, exact: true }).click()
        await look(button)
      }
    }
    await visit(page, '/dashboard')
    for (const entry of ['Profile', 'Password', 'Two-factor', 'Sessions', 'Notifications']) {
      await page.getByRole('button', { name: /Account of/ }).click()
      await page.getByRole('menuitem', { name: entry }).click()
      await look(entry)
    }
    expect(consoleErrors(page)).toEqual([])
  })

  test('between phone and desktop width the menu is collapsed and the status is on one line', async ({
    browser,
    changedWorld: portal,
  }) => {
    const looks = { viewport: { width: 820, height: 800 } }
    const page = await openAs(browser, portal, 'nadia.benali@exemple.fr', '/dashboard', looks)
    const aside = page.getByRole('complementary', { name: 'Navigation' })
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(80)
    const status = page.getByText('Current Status: Gold — 25%')
    const next = page.getByText(/^€[\d\s]+ to Platinum \(30%\)$/)
    const isOnOneLine = async () => {
      const [one, other] = [await status.boundingBox(), await next.boundingBox()]
      return (one?.height ?? 99) < 30 && Math.abs((one?.y ?? 0) - (other?.y ?? 99)) < 6
    }
    await expect.poll(isOnOneLine).toBe(true)
    await page.getByRole('button', { name: 'Déplier le menu' }).click()
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256)
    await page.setViewportSize({ width: 1440, height: 800 })
    await expect(page.getByRole('button', { name: 'Replier le menu' })).toBeVisible()
  })

  test('API & webhooks: a key and a secret are shown once, a test is logged with what came of it', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.getByRole('button', { name: `Account of ${administrator.fullName}` }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('link', { name: 'Open: API keys' }).click()
    await expect(page.getByRole('row', { name: /^CRM/ })).toContainText('leads:read, leads:write, partners:read')
    await page.getByRole('button', { name: 'New key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Comptabilité')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await expect(dialog).toContainText('Choose at least one permission')
    await dialog.getByRole('checkbox', { name: 'Read invoices' }).check()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm the new key' })
    await question.getByLabel('Your password').fill('pas-le-bon')
    await question.getByRole('button', { name: 'Create key' }).click()
    await toast(page, 'Error', 'Wrong password')
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    // Nothing that was typed is lost.
    await expect(dialog.getByLabel('Name')).toHaveValue('Comptabilité')
    await expect(dialog.getByRole('checkbox', { name: 'Read invoices' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await confirmAs(page, 'Confirm the new key', 'Create key')
    const secret = await dialog.getByLabel('The key').innerText()
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    const key = page.getByRole('row', { name: /^Comptabilité/ })
    await expect(key).toContainText('Never')
    const read = () => fetch(`${portal.url}/api/invoices`, { headers: { authorization: `Bearer ${secret}` } })
    expect((await read()).status).toBe(200)
    await key.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expect(key).toContainText('Revoked')
    expect((await read()).status).toBe(401)

    await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hooks')
    await dialog.getByRole('checkbox', { name: 'lead.created' }).check()
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog).toContainText('This is an internal address')
    await dialog.getByLabel('Address').fill('https://localhost:1/hooks')
    expect(await findings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await expect(dialog.getByLabel('The secret')).toContainText('whsec_')
    await dialog.getByRole('button', { name: 'I have kept it' }).click()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test to https://localhost:1/hooks' }).click()
    const delivery = page.getByRole('row', { name: /^webhook.test/ })
    await expect(delivery).toContainText('localhost is an internal address')
    await delivery.getByRole('button', { name: 'Details' }).click()
    await expect(dialog).toContainText('"type":"webhook.test"')
    // The portal repeats a refused delivery by itself, so what counts is that there is one attempt more.
    const attempts = async () => Number(/(\d+) attempt/.exec(await dialog.innerText())?.[1])
    const before = await attempts()
    await dialog.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('Sent again')).toBeVisible()
    await expect.poll(attempts).toBeGreaterThan(before)
    expect(await findings(page)).toEqual([])
  })
})
