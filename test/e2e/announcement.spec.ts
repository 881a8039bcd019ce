import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { Mailbox } from '../mailbox.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const [camille, mathieu] = ['camille.lefevre@exemple.fr', 'mathieu.caron@exemple.fr']
const title = 'Portes ouvertes le 12'

test.describe('announcement', () => {
  let portal: PortalProcess
  let mailbox: Mailbox
  test.beforeAll(async () => {
    mailbox = await Mailbox.open()
    portal = await startPortalIn('sample', undefined, { SMTP_URL: mailbox.url })
  })
  test.afterAll(async () => {
    await portal?.remove()
    await mailbox?.close()
  })

  test('an announcement reaches all partners, shows who has read it, and can be withdrawn', async ({ browser }) => {
    const partner = await openAs(browser, portal, camille, '/dashboard/leads')
    await expect(partner.getByRole('heading', { name: 'Leads', level: 1 })).toBeVisible()
    const staff = await openAs(browser, portal, administrator.email, '/dashboard/partners')
    await test.step('staff preview and publish it', async () => {
      await staff.getByRole('link', { name: 'Announcements' }).click()
      await staff.getByRole('button', { name: 'New announcement' }).click()
      const dialog = staff.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
      await dialog.getByRole('textbox', { name: 'Text' }).fill('Venez avec vos contacts.\n\nNous offrons le café.')
      await dialog.getByRole('textbox', { name: 'Link' }).fill('pas une adresse')
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await toast(staff, 'Validation error', 'Give a whole address')
      await dialog.getByRole('textbox', { name: 'Link' }).fill('https://atelier-loire.example/portes')
      await dialog.getByRole('button', { name: 'Preview' }).click()
      await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('Nous offrons le café.')
      await dialog.getByRole('button', { name: /Publish to \d+ partners/ }).click()
      await toast(staff, 'Announcement published', 'partners')
    })

    await test.step('an open tab shows it, mail arrives, and a partner reads it', async () => {
      const bar = partner.getByRole('region', { name: 'Annonce' })
      await expect(bar).toContainText(title)
      const mailed = () => mailbox.mails.filter(({ subject }) => subject === title).map(({ to }) => to)
      await expect.poll(mailed).toEqual(expect.arrayContaining([camille, mathieu]))
      expect(mailbox.mails.find(({ to, subject }) => to === camille && subject === title)?.text).toContain(
        'Nous offrons le café.',
      )
      await bar.getByRole('button', { name: 'Lire' }).click()
      const text = partner.getByRole('dialog', { name: title })
      await expect(text.getByRole('link', { name: 'https://atelier-loire.example/portes' })).toBeVisible()
      await text.getByRole('button', { name: 'J’ai lu' }).click()
      await expect(bar).toHaveCount(0)
    })

    const drawer = staff.getByRole('dialog', { name: title })
    await test.step('staff see who has read it', async () => {
      const row = staff.getByRole('row', { name: new RegExp(title) })
      await expect(row).toContainText('1 of')
      await row.getByRole('button', { name: `Who has read it: ${title}` }).click()
      await expect(drawer.getByRole('link', { name: 'Camille Lefèvre' })).toBeVisible()
      await drawer.getByRole('tab', { name: /Not yet/ }).click()
      await expect(drawer.getByRole('link', { name: 'Mathieu Caron' })).toBeVisible()
    })

    await test.step('once it is withdrawn, no page shows it', async () => {
      const reader = await openAs(browser, portal, mathieu, '/dashboard?account=announcements')
      const own = reader.getByRole('dialog', { name: 'Annonces' })
      await expect(own).toContainText(title)
      await drawer.getByRole('button', { name: 'Withdraw' }).click()
      await staff.getByRole('dialog', { name: 'Withdraw announcement' }).getByRole('button', { name: 'Withdraw' }).click()
      await expect(drawer).toContainText('Withdrawn')
      await expect(own).not.toContainText(title)
      await expect(reader.getByRole('region', { name: 'Annonce', includeHidden: true })).toHaveCount(0)
    })
  })
})
