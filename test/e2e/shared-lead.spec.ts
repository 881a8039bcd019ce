import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'

test.use({ actionTimeout: 15_000 })

test.describe('a lead shared by two partners', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('staff share it, the other partner reads it, and the share ends', async ({ browser }) => {
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const { items } = await (await admin.request.get('/api/leads?status=nouveau&limit=50')).json()
    const isOthers = (each: { partner: { name: string }; registration: { state: string } }) =>
      !/Camille/.test(each.partner.name) && each.registration.state === 'accepted'
    const lead = items.find(isOthers)
    const drawer = admin.getByRole('dialog', { name: lead.name })

    await test.step('with a part between 1 and 99 %', async () => {
      await admin.goto(`/dashboard/admin-leads?lead=${lead.id}`)
      await drawer.getByRole('button', { name: 'Share it…' }).click()
      const dialog = admin.getByRole('dialog', { name: 'Share the lead' })
      await dialog.getByRole('combobox', { name: 'Partner' }).fill('Camille')
      await admin.getByRole('option', { name: /Camille/ }).click()
      await dialog.getByRole('spinbutton', { name: 'Part of the other partner' }).fill('30')
      await dialog.getByRole('button', { name: 'Share', exact: true }).click()
      await toast(admin, 'Lead shared', lead.company)
      await expect(drawer).toContainText(`${lead.partner.name}: 70 %`)
    })

    const partner = await openAs(browser, portal, camille, `/dashboard/leads?lead=${lead.id}`)
    await test.step('the other partner finds it on the board, with their part and without actions', async () => {
      const own = partner.getByRole('dialog', { name: lead.name })
      await expect(own).toContainText(`Partagé par ${lead.partner.name} : 30 %`)
      await expect(own.getByRole('button', { name: /Éditer|Déplacer vers|Supprimer/ })).toHaveCount(0)
      await expect(own.getByText('Échanges')).toHaveCount(0)
      await partner.keyboard.press('Escape')
      const card = partner.getByRole('article', { name: lead.name }).filter({ hasText: lead.company })
      await expect(card).toContainText('Partagé · 30 %')
      await partner.setViewportSize({ width: 360, height: 780 })
      await expectNoOverflow(partner)
    })

    await test.step('ending the share takes it away', async () => {
      await drawer.getByRole('button', { name: 'End the share' }).click()
      await admin.getByRole('dialog', { name: 'End the share?' }).getByRole('button', { name: 'End the share' }).click()
      await toast(admin, 'Share ended', lead.company)
      expect((await partner.request.get(`/api/leads/${lead.id}`)).status()).toBe(404)
    })
    expect(consoleErrors(admin)).toEqual([])
  })
})
