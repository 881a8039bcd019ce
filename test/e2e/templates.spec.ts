import type { Browser, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { administrator, password } from '../../demo/story.ts'
import { PortalProcess } from '../running-portal.ts'
import { findings } from './axe.ts'
import { toast } from './steps.ts'

const mathieu = { name: 'Mathieu Caron', email: 'mathieu.caron@exemple.fr' }

test.describe('templates of contracts', () => {
  test.describe.configure({ mode: 'serial' })
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
  async function open(browser: Browser, email: string, path: string, { scheme = 'light', width = 1440 }: Looks = {}) {
    const context = await browser.newContext({
      baseURL: portal.url,
      colorScheme: scheme,
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
    })
    await context.request.post('/api/session', { data: { email, password } })
    const page = await context.newPage()
    const heard: string[] = []
    page.on('console', (message) => message.type() === 'error' && heard.push(message.text()))
    page.on('pageerror', (error) => heard.push(error.message))
    await page.goto(path)
    return { page, heard, close: () => context.close() }
  }

  async function openTemplates(page: Page) {
    await page.getByRole('button', { name: 'Templates' }).click()
    const dialog = page.getByRole('dialog', { name: 'Contract templates' })
    await expect(dialog.getByRole('button', { name: 'New template' })).toBeVisible()
    const insert = async (field: string) => {
      await dialog.getByRole('button', { name: 'Insert field' }).click()
      await page.getByRole('menuitem', { name: field, exact: true }).click()
    }
    return { dialog, insert, preview: dialog.getByRole('region', { name: 'Pages of the preview' }) }
  }

  test('staff write an amendment, see it as a PDF, assign it, and the partner finds it to sign', async ({ browser }) => {
    const admin = await open(browser, administrator.email, '/dashboard/admin-contracts')
    const { dialog, insert, preview } = await openTemplates(admin.page)
    await dialog.getByRole('button', { name: 'New template' }).click()
    await dialog.getByLabel('Name').fill('Avenant de palier')
    await dialog.getByLabel('Title').fill('Avenant de rémunération')
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await dialog.getByRole('button', { name: 'Heading 1' }).click()
    await admin.page.keyboard.type('Objet de l’avenant')
    await admin.page.keyboard.press('Enter')
    await admin.page.keyboard.type('Le partenaire ')
    await insert('Partner’s name')
    await admin.page.keyboard.type(' est rémunéré au taux de ')
    await insert('Commission rate')
    await expect(preview).toContainText('Le partenaire Marie Dupont est rémunéré au taux de 15 %')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const ask = admin.page.getByRole('dialog', { name: 'Leave without saving?' })
    await ask.getByRole('button', { name: 'Keep writing' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(admin.page, 'Template saved', 'Version 1')
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

    await dialog.getByRole('textbox', { name: 'Text', exact: true }).click()
    await admin.page.keyboard.press('Control+End')
    await admin.page.keyboard.type(', à compter de ce jour.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(admin.page, 'Template saved', 'Version 2')
    await dialog.getByRole('tab', { name: 'Versions (2)' }).click()
    await expect(dialog.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2)
    expect(await findings(admin.page)).toEqual([])

    await dialog.getByRole('button', { name: 'Assign' }).click()
    const assign = admin.page.getByRole('dialog', { name: 'Assign Avenant de palier' })
    await assign.getByLabel('Find partners').fill('caron')
    await assign.getByRole('checkbox', { name: /Mathieu Caron/ }).check()
    expect(await findings(admin.page)).toEqual([])
    await assign.getByRole('button', { name: 'Assign to 1 partner' }).click()
    await toast(admin.page, 'Contracts assigned')

    const partner = await open(browser, mathieu.email, '/dashboard/contract')
    const amendments = partner.page.getByRole('region', { name: 'Amendments' })
    await expect(amendments).toContainText('Avenant de rémunération')
    await expect(amendments).toContainText('Pending')
    expect([...admin.heard, ...partner.heard]).toEqual([])
    await partner.close()
    await admin.close()
  })

  test('of two who save the same version the second is asked, and loses nothing', async ({ browser }) => {
    const one = await open(browser, administrator.email, '/dashboard/admin-contracts')
    const two = await open(browser, administrator.email, '/dashboard/admin-contracts')
    const [first, second] = [await openTemplates(one.page), await openTemplates(two.page)]
    for (const { dialog } of [first, second]) {
      await dialog.getByRole('button', { name: 'Edit Avenant de palier' }).click()
      await expect(dialog.getByLabel('Title')).toHaveValue('Avenant de rémunération')
    }
    const save = (dialog: typeof first.dialog) => dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await first.dialog.getByLabel('Title').fill('Avenant d’Anne')
    await save(first.dialog)
    await toast(one.page, 'Template saved', 'Version 3')
    await second.dialog.getByLabel('Title').fill('Avenant de Bruno')
    await save(second.dialog)
    await expect(second.dialog.getByRole('alert')).toContainText('Somebody else saved version 3 meanwhile')
    await expect(second.dialog.getByLabel('Title')).toHaveValue('Avenant de Bruno')
    await second.dialog.getByRole('button', { name: 'Save mine' }).click()
    await toast(two.page, 'Template saved', 'Version 4')
    await one.close()
    await two.close()
  })

  test('the switch for automatic amendments takes the template that was chosen', async ({ browser }) => {
    const { page, close } = await open(browser, administrator.email, '/dashboard/admin-contracts')
    const { dialog } = await openTemplates(page)
    const automatic = dialog.getByRole('region', { name: 'Automatic amendments' })
    const toggle = automatic.getByRole('switch', { name: /Send an amendment/ })
    await expect(toggle).toBeDisabled()
    await automatic.getByLabel('Template').selectOption('Avenant de palier')
    await expect(toggle).toBeEnabled()
    await toggle.click()
    await toast(page, 'Automatic amendments are on')
    await page.reload()
    await openTemplates(page)
    await expect(toggle).toBeChecked()
    await close()
  })

  test('list, editor and dialog have nothing axe objects to in either theme, and fit a phone of 360 pixels', async ({
    browser,
  }) => {
    for (const scheme of ['light', 'dark'] as const) {
      for (const width of [1440, 360]) {
        const { page, heard, close } = await open(browser, administrator.email, '/dashboard/admin-contracts', { scheme, width })
        const { dialog, preview } = await openTemplates(page)
        const look = async (what: string) => {
          expect([what, scheme, width, await findings(page)]).toEqual([what, scheme, width, []])
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect([what, Math.max(0, beyond)]).toEqual([what, 0])
          const place = process.env.TEMPLATE_PICTURES
          if (place) await page.screenshot({ path: `${place}/${what}-${scheme}-${width}.png` })
        }
        await expect(dialog.getByRole('button', { name: 'Edit Avenant de palier' })).toBeVisible()
        await look('list')
        await dialog.getByRole('button', { name: 'Edit Avenant de palier' }).click()
        await expect(preview).toContainText('Le partenaire')
        await look('editor')
        await dialog.getByRole('button', { name: 'Assign' }).click()
        await expect(
          page
            .getByRole('dialog', { name: /^Assign/ })
            .getByRole('checkbox')
            .first(),
        ).toBeVisible()
        await look('assign')
        expect(heard).toEqual([])
        await close()
      }
    }
  })
})
