import { type Browser, expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { otherStaff } from './colleagues.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const mathieu = { name: 'Mathieu Caron', email: 'mathieu.caron@exemple.fr' }

test.describe('contract templates', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  /** An amendment that is in nobody's hands yet. */
  async function amendment(browser: Browser, name: string): Promise<void> {
    const words = { type: 'text', text: 'Le taux du partenaire est de ' }
    const body = [{ type: 'paragraph', content: [words, { type: 'field', field: 'commission_rate' }] }]
    await (await otherStaff(browser, portal)).send('post', '/templates', { kind: 'amendment', name, title: name, body })
  }

  async function openTemplates(page: Page) {
    await page.getByRole('button', { name: 'Templates' }).click()
    const dialog = page.getByRole('dialog', { name: 'Contract templates' })
    await expect(dialog.getByRole('button', { name: 'New template' })).toBeVisible()
    const insert = async (field: string) => {
      await dialog.getByRole('button', { name: 'Insert field' }).click()
      await page.getByRole('menuitem', { name: field, exact: true }).click()
      await expect(dialog.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused()
    }
    return { dialog, insert, preview: dialog.getByRole('region', { name: 'Pages of the preview' }) }
  }

  test('staff write an amendment, preview it as a PDF, assign it, and the partner can sign it', async ({ browser }) => {
    const admin = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    const { dialog, insert, preview } = await openTemplates(admin)
    await dialog.getByRole('button', { name: 'New template' }).click()
    await expect(dialog.getByLabel('Kind')).toHaveValue('main')
    await dialog.getByLabel('Begin with').selectOption('French partnership contract')
    await expect(dialog.getByRole('alert')).toContainText('To be reviewed by your lawyer')
    await expect(preview).toContainText('Article 1 – Objet')
    await dialog.getByLabel('Kind').selectOption('Amendment')
    await dialog.getByLabel('Name').fill('Avenant de palier')
    await dialog.getByLabel('Title').fill('Avenant de rémunération')
    const text = dialog.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await dialog.getByRole('button', { name: 'Heading 1' }).click()
    await admin.keyboard.type('Objet de l’avenant')
    await admin.keyboard.press('Enter')
    await admin.keyboard.type('Le partenaire ')
    await insert('Partner’s name')
    await admin.keyboard.type(' est rémunéré au taux de ')
    await insert('Commission rate')
    await expect(preview).toContainText('Le partenaire Marie Dupont est rémunéré au taux de 15%')
    await dialog.getByRole('button', { name: 'Close' }).click()
    const ask = admin.getByRole('dialog', { name: 'Leave without saving?' })
    await ask.getByRole('button', { name: 'Keep writing' }).click()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(admin, 'Template saved', 'Version 1')
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

    await dialog.getByRole('textbox', { name: 'Text', exact: true }).click()
    await admin.keyboard.press('Control+End')
    await admin.keyboard.type(', à compter de ce jour.')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(admin, 'Template saved', 'Version 2')
    await dialog.getByRole('tab', { name: 'Versions (2)' }).click()
    await expect(dialog.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toHaveCount(2)

    await dialog.getByRole('button', { name: 'Assign' }).click()
    const assign = admin.getByRole('dialog', { name: 'Assign Avenant de palier' })
    await assign.getByLabel('Find partners').fill('caron')
    await assign.getByRole('checkbox', { name: /Mathieu Caron/ }).check()
    await assign.getByRole('button', { name: 'Assign to 1 partner' }).click()
    await toast(admin, 'Contracts assigned')

    const partner = await openAs(browser, portal, mathieu.email, '/dashboard/contract')
    const amendments = partner.getByRole('region', { name: 'Avenants' })
    await expect(amendments).toContainText('Avenant de rémunération')
    await expect(amendments).toContainText('Pending')
    expect([...consoleErrors(admin), ...consoleErrors(partner)]).toEqual([])
  })

  test('of two who save the same version the second is asked, and loses nothing', async ({ browser }) => {
    await amendment(browser, 'Avenant partagé')
    const one = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    const two = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    const [first, second] = [await openTemplates(one), await openTemplates(two)]
    for (const { dialog } of [first, second]) {
      await dialog.getByRole('button', { name: 'Edit Avenant partagé' }).click()
      await expect(dialog.getByLabel('Title')).toHaveValue('Avenant partagé')
    }
    const save = (dialog: typeof first.dialog) => dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await first.dialog.getByLabel('Title').fill('Avenant d’Anne')
    await save(first.dialog)
    await toast(one, 'Template saved', 'Version 2')
    await second.dialog.getByLabel('Title').fill('Avenant de Bruno')
    await save(second.dialog)
    await expect(second.dialog.getByRole('alert')).toContainText('Somebody else saved version 2 meanwhile')
    await expect(second.dialog.getByLabel('Title')).toHaveValue('Avenant de Bruno')
    await second.dialog.getByRole('button', { name: 'Save mine' }).click()
    await toast(two, 'Template saved', 'Version 3')
  })

  test('the setting for automatic amendments accepts the selected template', async ({ browser }) => {
    await amendment(browser, 'Avenant automatique')
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    const { dialog } = await openTemplates(page)
    const automatic = dialog.getByRole('region', { name: 'Automatic amendments' })
    const toggle = automatic.getByRole('switch', { name: /Send an amendment/ })
    await expect(toggle).toBeDisabled()
    await automatic.getByLabel('Template').selectOption('Avenant automatique')
    await expect(toggle).toBeEnabled()
    await toggle.click()
    await toast(page, 'Automatic amendments are on')
    await page.reload()
    await openTemplates(page)
    await expect(toggle).toBeChecked()
  })

  test('list, editor and dialog fit a phone of 360 pixels', async ({ browser }) => {
    await amendment(browser, 'Avenant étroit')
    const looks = { viewport: { width: 360, height: 900 } }
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts', looks)
    const { dialog, preview } = await openTemplates(page)
    const edit = dialog.getByRole('button', { name: 'Edit Avenant étroit' })
    await expect(edit).toBeVisible()
    await expectNoOverflow(page, 'list')
    await edit.click()
    await expect(preview).toContainText('Le taux du partenaire')
    await expectNoOverflow(page, 'editor')
    await dialog.getByRole('button', { name: 'Assign' }).click()
    await expect(
      page
        .getByRole('dialog', { name: /^Assign/ })
        .getByRole('checkbox')
        .first(),
    ).toBeVisible()
    await expectNoOverflow(page, 'assign')
    expect(consoleErrors(page)).toEqual([])
  })
})
