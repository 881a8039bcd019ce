import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'

test.use({ actionTimeout: 15_000 })

async function openFields(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=fields')
  const list = page.getByRole('dialog', { name: 'Fields of a lead' })
  await expect(list.getByRole('listitem', { name: 'Contact name' })).toBeVisible()
  return list
}

async function newField(page: Page) {
  await page.getByRole('dialog', { name: 'Fields of a lead' }).getByRole('button', { name: 'Add a field' }).click()
  return page.getByRole('dialog', { name: 'New field' })
}

test.describe('fields of a lead', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('a new field is asked in an open form at once, seen on the card and in the history, and filtered by', async ({
    browser,
  }) => {
    const partner = await openAs(browser, portal, camille, '/dashboard/leads')
    await partner.getByRole('button', { name: 'Add Lead' }).first().click()
    const form = partner.getByRole('dialog', { name: 'Ajouter un lead' })
    await form.getByLabel('Nom du contact').fill('Paul Toiture')
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openFields(admin)

    await test.step('what it lacks is said at its field; the panel shows how it is asked', async () => {
      const panel = await newField(admin)
      await panel.getByLabel('Label').first().fill('Région')
      await panel.getByLabel('Kind').selectOption('Choice')
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Field not saved', 'Give one choice at least.')
      for (const [index, name] of ['Bretagne', 'Normandie'].entries()) {
        await panel.getByRole('button', { name: 'Add a choice' }).click()
        await panel.getByRole('textbox', { name: `Choice ${index + 1}` }).fill(name)
      }
      await panel.getByLabel('Required').selectOption('From the beginning')
      await panel.getByText('More', { exact: true }).click()
      await panel.getByLabel('On the card of a lead').check()
      await panel.getByLabel('In lists').check()
      const preview = panel.getByRole('region', { name: 'How it is seen' })
      await expect(preview.getByLabel('Région').getByRole('option')).toHaveText(['Choose…', 'Bretagne', 'Normandie'])
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Field saved')
      await expect(list.getByRole('listitem', { name: 'Région' })).toContainText('required · on cards · in lists')
    })

    await test.step('a partner is asked for it in the form that was open, and loses nothing', async () => {
      const region = form.getByLabel('Région')
      await expect(region).toBeVisible()
      await expect(form.getByLabel('Nom du contact')).toHaveValue('Paul Toiture')
      await form.getByLabel('Société').fill('Toiture et Fils')
      await form.getByLabel('Email').fill('paul@toiture.example')
      await form.getByLabel("Type d'offre").selectOption('Star 8-12K€')
      await form.getByRole('button', { name: 'Ajouter' }).click()
      await expect(region).toBeFocused()
      await toast(partner, 'Erreur de validation', 'Région')
      await region.selectOption('Normandie')
      await form.getByRole('button', { name: 'Ajouter' }).click()
      await toast(partner, 'Lead ajouté')
      const card = partner.getByRole('article', { name: 'Paul Toiture' })
      await expect(card).toContainText('Région : Normandie')
    })

    await test.step('an edit is in the history, and the list is filtered by it', async () => {
      await partner
        .getByRole('article', { name: 'Paul Toiture' })
        .getByRole('button', { name: 'Actions pour Paul Toiture' })
        .click()
      await partner.getByRole('menuitem', { name: 'Éditer' }).click()
      const edit = partner.getByRole('dialog', { name: 'Modifier le lead' })
      await expect(edit.getByLabel('Région')).toHaveValue('normandie')
      await edit.getByLabel('Région').selectOption('Bretagne')
      await edit.getByRole('button', { name: 'Enregistrer' }).click()
      await expect(partner.getByRole('article', { name: 'Paul Toiture' })).toContainText('Région : Bretagne')
      await partner.getByRole('article', { name: 'Paul Toiture' }).click()
      const drawer = partner.getByRole('dialog', { name: 'Paul Toiture' })
      await expect(drawer.getByText('Région', { exact: true })).toBeVisible()
      await drawer.getByRole('tab', { name: 'Historique' }).click()
      await expect(drawer.getByText('Région : Normandie → Bretagne')).toBeVisible()
      await partner.keyboard.press('Escape')
      await partner.getByRole('button', { name: 'Ajouter un filtre' }).click()
      await partner.getByRole('menuitem', { name: 'Région' }).click()
      await partner.getByRole('option', { name: 'Bretagne' }).click()
      await expect(partner.getByRole('article')).toHaveCount(1)
    })

    await test.step('what partners know nothing of is on no page of theirs', async () => {
      const panel = await newField(admin)
      await panel.getByLabel('Label').first().fill('Marge interne')
      await panel.getByLabel('Kind').selectOption('Amount (€)')
      await panel.getByText('More', { exact: true }).click()
      await panel.getByLabel('Partners').selectOption('know nothing of it')
      await panel.getByLabel('On the card of a lead').check()
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Field saved')
      await expect(list.getByRole('listitem', { name: 'Marge interne' })).toContainText('Staff alone')
      await admin.goto('/dashboard/admin-leads?search=Toiture')
      await admin
        .getByRole('article', { name: 'Paul Toiture' })
        .getByRole('button', { name: /^Actions/ })
        .click()
      await admin.getByRole('menuitem', { name: 'Éditer' }).click()
      const edit = admin.getByRole('dialog', { name: 'Edit the lead' })
      await edit.getByLabel('Marge interne').fill('1234,50')
      await edit.getByRole('button', { name: /^(Save|Enregistrer)$/ }).click()
      await expect(admin.getByRole('article', { name: 'Paul Toiture' })).toContainText('Marge interne')
      await partner.goto('/dashboard/leads')
      await expect(partner.getByRole('article', { name: 'Paul Toiture' })).toContainText('Région : Bretagne')
      await expect(partner.getByText('Marge interne')).toHaveCount(0)
    })
    await test.step('another kind never loses values: what does not fit is shown before it is saved', async () => {
      const again = await openFields(admin)
      await again.getByRole('button', { name: 'Edit Région' }).click()
      const panel = admin.getByRole('dialog', { name: 'Edit the field' })
      await panel.getByLabel('Kind').selectOption('Number')
      await panel.getByRole('button', { name: 'Save' }).click()
      const question = admin.getByRole('dialog', { name: 'Values that do not fit' })
      await expect(question).toContainText('Leads have 1 value; 1 would not fit')
      await expect(question.getByRole('listitem')).toContainText('Bretagne Paul Toiture, Toiture et Fils')
      await question.getByRole('button', { name: 'Save, and keep them as text' }).click()
      await toast(admin, 'Field saved')
      await expect(again.getByRole('listitem', { name: 'Région' })).toHaveCount(2)
      await expect(partner.getByText('Région : Bretagne')).toHaveCount(0)
    })
    expect([consoleErrors(admin), consoleErrors(partner)]).toEqual([[], []])
  })

  test('on a phone list and panel fit', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.setViewportSize({ width: 360, height: 780 })
    const list = await openFields(page)
    await expectNoOverflow(page)
    await list.getByRole('button', { name: 'Edit Phone' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit the field' })
    await expect(panel.getByLabel('Label')).toHaveAttribute('placeholder', 'Phone')
    await expectNoOverflow(page)
  })
})
