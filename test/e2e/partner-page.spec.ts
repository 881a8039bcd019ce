import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { confirmAs, openAs } from './sample-world.ts'
import { expectNoOverflow, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

test.describe('what staff do with a partner', () => {
  // A world of its own, in which the partner has not been seen yet.
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('the page of a partner shows, notes and corrects all there is about them', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions')
    await page.getByRole('link', { name: 'Nadia Benali', exact: true }).first().click()
    await expect(page.getByRole('heading', { name: 'Nadia Benali', level: 1 })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Health' })).toContainText(/Win rate\s*\d+\s%/)
    await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Paid\s*\d[\d\s]*,\d\d\s€/)
    await expect(page.getByRole('region', { name: 'Leads', exact: true }).getByRole('link', { name: 'Signé' })).toBeVisible()
    const notes = page.getByRole('region', { name: 'Notes' })
    await notes.getByRole('textbox', { name: 'Add note' }).fill('Rappeler après le salon')
    await notes.getByRole('button', { name: 'Add note' }).click()
    await expect(notes.getByRole('list', { name: 'Notes' })).toContainText('Rappeler après le salon')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: 'More about Nadia Benali' }).click()
    await page.getByRole('menuitem', { name: 'Correct name, company, email' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct Nadia Benali' })
    await dialog.getByRole('textbox', { name: 'Company' }).fill('Benali & Filles')
    await dialog.getByRole('textbox', { name: 'Email' }).fill('nadia@benali.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(question).toContainText('Whoever reads the emails to nadia@benali.example can choose a new password')
    await confirmAs(page, 'Confirm that it is you', 'Save')
    await expect(page.getByText('No email was sent')).toBeVisible()
    await expect(page.getByText('Benali & Filles').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Contact' })).toContainText('Not yet')
    const nadia = await openAs(browser, portal, 'nadia.benali@exemple.fr', '/dashboard')
    await expect(nadia.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('region', { name: 'Contact' })).toContainText(/Last seen\d/)
    await expect(nadia.getByText('Rappeler après le salon')).toHaveCount(0)
    await page.getByRole('link', { name: 'History' }).click()
    const history = page.getByRole('list', { name: 'History' })
    await expect(history).toContainText('New email address to confirm')
    await expect(history).toContainText('Nadia Benali, Benali Expertise → Nadia Benali, Benali & Filles')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const deleting = page.getByRole('dialog', { name: 'Delete partner' })
    await expect(deleting).toContainText('Are you sure you want to delete Nadia Benali? This action cannot be undone.')
    await expect(deleting).toContainText(/Stays.*15 leads.*1 contract/)
    await expect(deleting).toContainText(/Goes at once.*1 session.*1 note of staff/)
    await deleting.getByRole('button', { name: 'Cancel' }).click()
    await visit(page, '/dashboard/partners?search=Chevalier')
    await page.getByRole('link', { name: 'Léa Chevalier' }).click()
    await expect(page.getByText(/^Dormant since/).first()).toBeVisible()
  })

  test('partners come in by a file: columns, what each row would do, and whom nobody has invited yet', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners')
    const file = (name: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Société;Nom complet;Adresse e-mail;Modèle\nDurand Conseil;Paul Durand;paul.durand@exemple.fr;Contrat de partenariat\n' +
          ';Camille Lefèvre;camille.lefevre@exemple.fr;\n;;pas une adresse;\n;Paul Durand;PAUL.DURAND@exemple.fr;\n',
      ),
    })
    const open = async (name: string) => {
      await page.getByRole('link', { name: 'Import', exact: true }).click()
      await page.locator('input[type=file]').setInputFiles(file(name))
      await expect(page.getByRole('combobox', { name: 'Full name', exact: true })).toHaveValue('1')
      await page.getByRole('button', { name: 'Check', exact: true }).click()
    }
    await open('partenaires.csv')
    for (const chip of ['All · 4', 'Ready · 1', 'To correct · 1', 'Known already · 1', 'Repeated · 1'])
      await expect(page.getByRole('button', { name: chip, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 row' }).click()
    await expect(page.getByText('1 row imported')).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Partners Management' })).toBeVisible()
    const row = page.getByRole('table').getByRole('row', { name: /Paul Durand/ })
    await expect(row).toContainText('Durand Conseil')
    await expect(row).toContainText('To be invited')
    await open('encore.csv')
    await expect(page.getByRole('button', { name: 'Import 0 rows' })).toBeDisabled()
  })
})
