import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'

async function openOffers(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=offers')
  const list = page.getByRole('dialog', { name: 'Offers' })
  await expect(list.getByRole('listitem', { name: 'Essentielle' })).toBeVisible()
  return list
}

async function newLead(page: Page) {
  await page.getByRole('button', { name: 'Add Lead' }).first().click()
  return page.getByRole('dialog', { name: 'Ajouter un lead' })
}

test.describe('offers', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('an offer that staff make is taken on an open page at once; renamed, archived, and brought back', async ({ browser }) => {
    const partner = await openAs(browser, portal, camille, '/dashboard/leads')
    const form = await newLead(partner)
    const choice = form.getByLabel("Type d'offre")
    await expect(choice.getByRole('option')).toHaveText([
      'Choisir une offre',
      'Automation simple 3-5K€',
      'Star 8-12K€',
      'Custom 30-50K€',
    ])
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openOffers(admin)

    await test.step('what it lacks is said at its field; the panel shows how it is seen', async () => {
      await list.getByRole('button', { name: 'Add an offer' }).click()
      const panel = admin.getByRole('dialog', { name: 'New offer' })
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Offer not saved', 'Type the name that partners read.')
      await panel.getByLabel('Name for partners').fill('Audit énergétique')
      await panel.getByLabel('Name for staff').fill('Audit')
      await expect(panel.getByLabel('Key')).toHaveAttribute('placeholder', 'audit')
      await panel.getByLabel('Deals from').fill('4000')
      await panel.getByLabel('Deals up to').fill('2000')
      await panel.getByLabel('Text for partners and clients').fill('Un jour sur place, un rapport.')
      const preview = panel.getByRole('region', { name: 'How it is seen' })
      await expect(preview).toContainText('Audit énergétique')
      await panel.getByRole('button', { name: 'Save' }).click()
      await expect(panel.getByText('The upper bound lies below the lower one.')).toBeVisible()
      await panel.getByLabel('Deals from').fill('1000')
      await expect(preview.getByText(/1\s500\s€/).first()).toBeVisible()
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Offer saved')
    })

    await test.step('a partner takes it in the form that was open', async () => {
      await expect(choice.getByRole('option', { name: 'Audit énergétique' })).toBeAttached()
      await form.getByLabel('Nom du contact').fill('Paul Audit')
      await form.getByLabel('Société').fill('Audit et Fils')
      await form.getByLabel('Email').fill('paul@audit-et-fils.example')
      await choice.selectOption('audit')
      await expect(form.getByLabel('Montant estimé')).toHaveValue('1 500')
      await expect(form.getByText('Un jour sur place, un rapport.')).toBeVisible()
      await form.getByRole('button', { name: 'Ajouter', exact: true }).click()
      await toast(partner, 'Lead ajouté')
      await expect(partner.getByRole('article', { name: 'Paul Audit' })).toContainText('Audit énergétique')
    })

    await test.step('its new name is on the card at once; the lead says what it was called', async () => {
      await list.getByRole('button', { name: 'Edit Audit' }).click()
      const panel = admin.getByRole('dialog', { name: 'Edit the offer' })
      await panel.getByLabel('Name for partners').fill('Bilan énergétique')
      await panel.getByRole('button', { name: 'Save' }).click()
      const card = partner.getByRole('article', { name: 'Paul Audit' })
      await expect(card).toContainText('Bilan énergétique')
      await card.getByRole('button', { name: 'Voir plus de détails' }).click()
      const drawer = partner.getByRole('dialog', { name: 'Paul Audit' })
      await expect(drawer.getByText('S’appelait « Audit énergétique » quand ce lead l’a prise')).toBeVisible()
      await partner.keyboard.press('Escape')
    })

    await test.step('the arrows keep the focus, and partners choose in the new order', async () => {
      await list.getByRole('button', { name: 'Move Audit up' }).focus()
      await admin.keyboard.press('Enter')
      await expect(list.getByRole('listitem').nth(2)).toHaveAccessibleName('Audit')
      await expect(list.getByRole('button', { name: 'Move Audit up' })).toBeFocused()
      await expect(list.getByRole('status')).toHaveText('Audit is now number 3 of 4')
    })

    await test.step('dragged onto the first, it takes its place', async () => {
      await list.getByRole('listitem', { name: 'Audit' }).dragTo(list.getByRole('listitem').first())
      await expect(list.getByRole('listitem').first()).toHaveAccessibleName('Audit')
      await expect(list.getByRole('status')).toHaveText('Audit is now number 1 of 4')
    })

    await test.step('archived, it stays on its lead and is no longer offered', async () => {
      await list.getByRole('button', { name: 'More for Audit' }).click()
      await admin.getByRole('menuitem', { name: 'Archive' }).click()
      await toast(admin, 'Audit is archived')
      const again = await newLead(partner)
      await expect(again.getByLabel("Type d'offre").getByRole('option')).toHaveCount(4)
      await partner.keyboard.press('Escape')
      await expect(partner.getByRole('article', { name: 'Paul Audit' })).toContainText('Bilan énergétique')
      await list.getByRole('button', { name: 'More for Audit' }).click()
      await expect(admin.getByRole('menuitem', { name: 'In use: cannot be deleted' })).toBeDisabled()
      await admin.getByRole('menuitem', { name: 'Bring back' }).click()
      await toast(admin, 'Audit is back')
    })

    await test.step('a board shows one offer alone', async () => {
      await partner.getByRole('button', { name: 'Ajouter un filtre' }).click()
      await partner.getByRole('menuitem', { name: 'Offre', exact: true }).click()
      await partner.getByRole('option', { name: 'Bilan énergétique' }).click()
      await expect(partner.getByRole('article')).toHaveCount(1)
    })
    expect([consoleErrors(admin), consoleErrors(partner)]).toEqual([[], []])
  })

  test('on a phone the list and its panel fit', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.setViewportSize({ width: 360, height: 780 })
    const list = await openOffers(page)
    await expectNoOverflow(page)
    await list.getByRole('button', { name: 'Edit Avancée' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit the offer' }).getByLabel('Name for staff')).toHaveValue('Avancée')
    await expectNoOverflow(page)
  })
})
