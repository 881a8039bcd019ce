import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { acceptByApi, otherStaff, partnerNamed } from './colleagues.ts'
import { test } from './portal-fixture.ts'
import { choose, confirmAs, fill, openAs } from './sample-world.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const nadia = 'Nadia Benali'
const manon = { name: 'Manon Leroy', email: 'manon@benali.example' }
const alix = { name: 'Alix Perrin', email: 'alix@benali.example' }

test.describe('the people of a partner, as staff change them', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('they are invited, get another role, become the main contact and are ended, and the list follows', async ({ browser }) => {
    const id = await partnerNamed(await otherStaff(browser, portal), nadia)
    const path = `/dashboard/partners/${id}`
    const page = await openAs(browser, portal, administrator.email, path)
    const people = page.getByRole('region', { name: 'People' })
    const person = (name: string) => people.getByRole('listitem').filter({ hasText: name })
    const dialog = page.getByRole('dialog')
    /** The row of the partner in the list, with how many colleagues its main contact has. */
    const expectInList = async (main: string, colleagues: string) => {
      await visit(page, '/dashboard/partners?search=Benali')
      const row = page.getByRole('table').getByRole('row').filter({ hasText: 'Benali Expertise' })
      await expect(row).toContainText(main)
      if (colleagues === '') await expect(row).not.toContainText('colleague')
      else await expect(row).toContainText(colleagues)
      await visit(page, path)
    }
    const ask = async (name: string, entry: string) => {
      await person(name)
        .getByRole('button', { name: `More about ${name}` })
        .click()
      await page.getByRole('menuitem', { name: entry }).click()
    }

    await test.step('a partner of one person has no card of people, and staff invite the first colleague', async () => {
      await expect(page.getByRole('heading', { name: nadia, level: 1 })).toBeVisible()
      await expect(people).toHaveCount(0)
      for (const { name, email } of [manon, alix]) {
        await page
          .getByRole('button', { name: `More about ${nadia}` })
          .first()
          .click()
        await page.getByRole('menuitem', { name: 'Invite a colleague' }).click()
        await fill(dialog, { 'Full name': name, Email: email })
        await choose(page, dialog, 'Role', 'Manager')
        await dialog.getByRole('button', { name: 'Send invitation' }).click()
        await toast(page, 'The invitation is ready', '/invitation?token=')
      }
      await expect(person(manon.name)).toContainText('Invited')
      await expectInList(nadia, '2 colleagues')
    })

    await test.step('whoever is invited is no choice as the main contact, and whoever owns and has come in is', async () => {
      await person(manon.name)
        .getByRole('button', { name: `More about ${manon.name}` })
        .click()
      await expect(page.getByRole('menuitem', { name: 'Send the invitation again' })).toBeVisible()
      await expect(page.getByRole('menuitem', { name: 'Make main contact' })).toHaveCount(0)
      await page.keyboard.press('Escape')
      await acceptByApi(browser, portal, manon)
      await expect(person(manon.name)).not.toContainText('Invited')
      await ask(manon.name, 'Change role')
      await choose(page, dialog, 'Role', 'Owner')
      await dialog.getByRole('button', { name: 'Change role' }).click()
      const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
      await expect(question).toContainText('Owners and accountants read and change the company’s bank details.')
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      // What was chosen is chosen still.
      await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('Owner')
      await dialog.getByRole('button', { name: 'Change role' }).click()
      await confirmAs(page, 'Confirm that it is you', 'Change role')
      await toast(page, 'Role changed', `${manon.name}: Owner`)
    })

    await test.step('another person is the main contact, whom the page and the list name', async () => {
      await ask(manon.name, 'Make main contact')
      await expect(dialog).toContainText(`${nadia} stays an owner`)
      await dialog.getByRole('button', { name: 'Make main contact' }).click()
      await confirmAs(page, 'Confirm that it is you', 'Make main contact')
      await toast(page, 'Main contact changed', manon.name)
      await expect(page.getByRole('heading', { name: manon.name, level: 1 })).toBeVisible()
      await expect(person(manon.name)).toContainText('Owner · main contact')
      await expectInList(manon.name, '2 colleagues')
    })

    await test.step('who may still object is not ended, an invitation is withdrawn, and the number follows', async () => {
      await page.setViewportSize({ width: 360, height: 780 })
      await expect(person(nadia)).toBeVisible()
      await expectNoOverflow(page)
      await page.setViewportSize({ width: 1280, height: 720 })
      await ask(nadia, 'End access')
      await expect(dialog).toContainText('Their leads stay with Benali Expertise.')
      await dialog.getByRole('button', { name: 'End access' }).click()
      // Who was told of the other owner may object for a week, and stays.
      await expect(dialog.getByRole('alert')).toContainText(`${nadia} was told by email`)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await ask(alix.name, 'Withdraw invitation')
      await dialog.getByRole('button', { name: 'Withdraw invitation' }).click()
      await toast(page, 'Invitation withdrawn', alix.name)
      await expect(person(alix.name)).toHaveCount(0)
      await expectInList(manon.name, 'one colleague')
    })
  })
})
