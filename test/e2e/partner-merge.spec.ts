import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { type ApiOf, addLeadByApi, choosePartner, joinByApi, otherStaff, partnerNamed } from './colleagues.ts'
import { test } from './portal-fixture.ts'
import { confirmAs, openAs } from './sample-world.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const claire = 'Claire Fontaine'
const thomas = 'Thomas Rousseau'
const reason = 'Réorganisation des secteurs'

test.describe('partners that staff change', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  /** On a phone, too. */
  async function fits(page: Page): Promise<void> {
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoOverflow(page)
    await page.setViewportSize({ width: 1280, height: 720 })
  }

  async function openMenu(page: Page, of: string, entry: string): Promise<Locator> {
    await page
      .getByRole('button', { name: `More about ${of}` })
      .first()
      .click()
    await page.getByRole('menuitem', { name: entry }).click()
    return page.getByRole('dialog')
  }

  async function cabinetOf(browser: Browser, staff: ApiOf) {
    const id = await partnerNamed(staff, claire)
    const join = (name: string, email: string, role: 'manager' | 'member') =>
      joinByApi(browser, portal, staff, id, { name, email, role })
    const mehdi = await join('Mehdi Azzouz', 'mehdi@fontaine.example', 'member')
    const manon = await join('Manon Leroy', 'manon@fontaine.example', 'manager')
    await addLeadByApi(mehdi, 'Garage Suivi')
    await addLeadByApi(manon, 'Scierie Partie')
    return { id, mehdi }
  }

  test('a person is moved, others are split off, and a partner is merged into another one', async ({ browser }) => {
    const staff = await otherStaff(browser, portal)
    const { id, mehdi } = await cabinetOf(browser, staff)
    const page = await openAs(browser, portal, administrator.email, `/dashboard/partners/${id}`)
    const people = page.getByRole('region', { name: 'People' })

    await test.step('moving a person: what was typed stays when something changes meanwhile, and is confirmed anew', async () => {
      await expect(people.getByRole('listitem')).toHaveCount(3)
      await people.getByRole('button', { name: `More about ${claire}` }).click()
      await expect(page.getByRole('menuitem')).toHaveText(['View as this person'])
      await page.keyboard.press('Escape')
      const dialog = await openMenu(page, 'Mehdi Azzouz', 'Move to another partner…')
      await expect(dialog.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
      await choosePartner(page, 'Move to', 'Julien Perrin')
      const preview = dialog.getByRole('region', { name: 'What would happen' })
      await expect(preview).toContainText(/Fontaine Formation.*JP Développement/)
      await expect(preview).toContainText('None goes along')
      await dialog.getByRole('checkbox', { name: 'The open lead of Mehdi Azzouz goes along' }).check()
      await expect(preview).toContainText('1 goes to JP Développement')
      await dialog.getByLabel('Reason').fill(reason)
      await fits(page)
      await addLeadByApi(mehdi, 'Librairie Entretemps')
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await expect(dialog.getByRole('status').filter({ hasText: 'Something has changed meanwhile' })).toBeVisible()
      await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
      await expect(dialog.getByRole('checkbox', { name: 'The 2 open leads of Mehdi Azzouz go along' })).toBeChecked()
      await expect(preview).toContainText('2 go to JP Développement')
      await dialog.getByRole('button', { name: 'Move', exact: true }).click()
      await toast(page, 'Person moved', 'Mehdi Azzouz belongs to JP Développement now.')
      await expect(people.getByRole('listitem')).toHaveCount(2)
    })

    await test.step('splitting: the one who leaves is the main contact of a partner of their own', async () => {
      const dialog = await openMenu(page, claire, 'Split…')
      await expect(dialog).toContainText(`${claire} is the main contact and stays.`)
      await dialog.getByRole('checkbox', { name: 'Manon Leroy' }).check()
      await expect(dialog.getByRole('combobox', { name: 'Main contact of the new partner' })).toHaveValue('Manon Leroy')
      await dialog.getByLabel('Name of the new partner').fill('Leroy Conseil')
      await dialog.getByRole('checkbox', { name: 'Their open lead goes along' }).check()
      await dialog.getByRole('button', { name: 'Split' }).click()
      await expect(dialog.getByText('Say why: it stands in the history.')).toBeVisible()
      await dialog.getByLabel('Reason').fill(reason)
      await fits(page)
      await dialog.getByRole('button', { name: 'Split' }).click()
      await toast(page, 'Partner split', 'Leroy Conseil is a partner of its own now.')
      await expect(page.getByRole('heading', { name: 'Manon Leroy', level: 1 })).toBeVisible()
      await expect(page.getByRole('region', { name: 'Leads', exact: true })).toContainText('Scierie Partie')
      await expect(page.getByRole('region', { name: 'Contracts' })).toContainText('None assigned yet.')
    })

    await test.step('a partner of one person is not split', async () => {
      await page.getByRole('button', { name: 'More about Manon Leroy' }).click()
      await expect(page.getByRole('menuitem', { name: 'Merge into another partner…' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Split…' })).toHaveCount(0)
      await page.keyboard.press('Escape')
    })

    const thomasId = await partnerNamed(staff, thomas)
    await test.step('merging: an obstacle says what comes first, and is gone once that is done', async () => {
      await visit(page, `/dashboard/partners/${thomasId}`)
      await expect(page.getByRole('heading', { name: thomas, level: 1 })).toBeVisible()
      const dialog = await openMenu(page, thomas, 'Merge into another partner…')
      await choosePartner(page, 'Merge into', claire)
      await dialog.getByLabel('Reason').fill(reason)
      const first = dialog.getByRole('status').filter({ hasText: 'One thing comes first' })
      await expect(first).toContainText('A dispute is open. Decide it first')
      await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
      await fits(page)
      const { items } = await staff.get<{ items: readonly { id: string }[] }>(`/disputes?partnerId=${thomasId}&state=open`)
      for (const dispute of items)
        await staff.send('post', `/disputes/${dispute.id}/decision`, { outcome: 'upheld', message: 'Vérifié' })
      await first.getByRole('button', { name: 'Check again' }).click()
      await expect(first).toHaveCount(0)
    })

    await test.step('merging: an outdated preview is read again, after the proof too, and a reload loses nothing', async () => {
      const dialog = page.getByRole('dialog')
      const preview = dialog.getByRole('region', { name: 'What would happen' })
      await expect(preview).toContainText(/Rousseau Réseau.*Fontaine Formation/)
      await expect(preview).toContainText('Owner → Manager')
      await expect(preview).toContainText(/Leads\d+ go to Fontaine Formation\d+ stay with Rousseau Réseau\./)
      await expect(preview).toContainText(/Paid: 2\s775,00\s€/)
      await page.reload()
      await expect(preview).toBeVisible()
      await dialog.getByRole('radio', { name: 'Owner' }).check()
      await expect(preview).not.toContainText('Owner → Manager')
      const before = await preview.textContent()
      await addLeadByApi(staff, 'Brasserie Tardive', { partnerId: thomasId })
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await expect(dialog.getByRole('status').filter({ hasText: 'Something has changed meanwhile' })).toBeVisible()
      await expect(preview).not.toHaveText(before ?? '')
      await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
      await expect(dialog.getByRole('radio', { name: 'Owner' })).toBeChecked()
      await fits(page)
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await expect(question).toContainText('Owners and accountants read and change the company’s bank details.')
      const shown = await preview.textContent()
      await addLeadByApi(staff, 'Brasserie Dernière', { partnerId: thomasId })
      await confirmAs(page, 'Confirm that it is you', 'Merge')
      await expect(question).toHaveCount(0)
      await expect(preview).not.toHaveText(shown ?? '')
      await expect(dialog.getByLabel('Reason')).toHaveValue(reason)
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await confirmAs(page, 'Confirm that it is you', 'Merge')
      await toast(page, 'Partners merged', 'Rousseau Réseau is part of Fontaine Formation now.')
    })

    await test.step('the page of the one says what it took in, and that of the other where it is now', async () => {
      await expect(page.getByRole('heading', { name: claire, level: 1 })).toBeVisible()
      await expect(people).toContainText(thomas)
      const contact = page.getByRole('region', { name: 'Contact' })
      await expect(contact).toContainText(`Merged in${thomas}`)
      await fits(page)
      await contact.getByRole('link', { name: thomas }).click()
      await expect(page.getByRole('heading', { name: thomas, level: 1 })).toBeVisible()
      const notice = page.getByRole('status').filter({ hasText: `Merged into ${claire} on` })
      await expect(notice).toBeVisible()
      await expect(page.getByRole('region', { name: 'Money' })).toContainText(/Paid2\s775,00\s€/)
      await expect(page.getByRole('textbox', { name: 'Add note' })).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0)
      await page.getByRole('button', { name: `More about ${thomas}` }).click()
      await expect(page.getByRole('menuitem')).toHaveText(['Bank details', 'Documents'])
      await page.keyboard.press('Escape')
      await fits(page)
      await page.getByRole('link', { name: 'History' }).click()
      await expect(page.getByRole('list', { name: 'History' })).toContainText(reason)
      await notice.getByRole('link', { name: claire }).click()
      await expect(page.getByRole('heading', { name: claire, level: 1 })).toBeVisible()
      await visit(page, '/dashboard/partners?search=Rousseau')
      await expect(page.getByRole('table').getByRole('link', { name: thomas })).toHaveCount(0)
    })
  })
})
