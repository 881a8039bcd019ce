import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { writtenField } from '../../src/leads/fields/api/fields.ts'
import { plainField } from '../repeated-fields.ts'
import type { PortalProcess } from '../running-portal.ts'
import { refuse } from './network.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'

async function openStages(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=stages')
  const list = page.getByRole('dialog', { name: 'Stages' })
  await expect(list.getByRole('listitem', { name: 'Nouveau' })).toBeVisible()
  return list
}

test.use({ actionTimeout: 15_000 })

test.describe('stages', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('a stage that staff make is on an open board at once; it asks for a reason, is moved, and merged', async ({ browser }) => {
    const partner = await openAs(browser, portal, camille, '/dashboard/leads')
    const columns = partner.getByRole('region', { name: 'Pipeline' }).getByRole('heading', { level: 2 })
    await expect(columns).toHaveText(['Nouveau', 'En cours', 'Appel', 'Signé', 'Perdu'])
    const card = partner.getByRole('region', { name: 'Nouveau', exact: true }).getByRole('article').first()
    const name = (await card.getAttribute('aria-label')) ?? ''
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openStages(admin)

    await test.step('what it lacks is said at its field', async () => {
      await list.getByRole('button', { name: 'Add a stage' }).click()
      const panel = admin.getByRole('dialog', { name: 'New stage' })
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Stage not saved', 'Type the name of the stage.')
      await panel.getByLabel('Name of the stage').fill('Devis')
      await expect(panel.getByLabel('Asks for')).toBeHidden()
      await panel.getByText('More', { exact: true }).click()
      await expect(panel.getByLabel('Key')).toHaveAttribute('placeholder', 'devis')
      await panel.getByRole('radio', { name: 'Colour pink' }).check()
      await panel.getByLabel('Asks for').selectOption('a reason')
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Stage saved')
    })

    await test.step('it is on the partner’s open board, and asks them why', async () => {
      await expect(columns).toHaveText(['Nouveau', 'En cours', 'Appel', 'Devis', 'Signé', 'Perdu'])
      await card.getByRole('button', { name: `Actions pour ${name}` }).click()
      await partner.getByRole('menuitem', { name: 'Devis' }).click()
      const why = partner.getByRole('dialog', { name: `${name} vers « Devis »` })
      await why.getByLabel('Motif').fill('Le client veut un prix.')
      await refuse(partner, '**/move', { code: 'stage_asks', detail: 'Renseignez la surface.' }, 1)
      await why.getByRole('button', { name: 'Déplacer' }).click()
      await toast(partner, 'Erreur', 'Renseignez la surface.')
      await expect(why.getByLabel('Motif')).toHaveValue('Le client veut un prix.')
      await why.getByRole('button', { name: 'Déplacer' }).click()
      await expect(partner.getByRole('region', { name: 'Devis', exact: true }).getByRole('article', { name })).toBeVisible()
    })

    await test.step('the arrows keep the focus, and the board has the new order', async () => {
      await list.getByRole('button', { name: 'Move Devis up' }).focus()
      await admin.keyboard.press('Enter')
      await expect(list.getByRole('listitem').nth(2)).toHaveAccessibleName('Devis')
      await expect(list.getByRole('button', { name: 'Move Devis up' })).toBeFocused()
      await expect(columns).toHaveText(['Nouveau', 'En cours', 'Devis', 'Appel', 'Signé', 'Perdu'])
    })

    await test.step('merged, it leaves the board, and its leads follow', async () => {
      await list.getByRole('button', { name: 'Merge Devis into another stage' }).click()
      const dialog = admin.getByRole('dialog', { name: 'Merge “Devis” into another stage' })
      await expect(dialog).toContainText('1 lead is in “Devis”')
      await expect(dialog).toContainText('Together they are worth')
      await dialog.getByLabel('Into').selectOption('En cours')
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await toast(admin, 'Stage merged')
      await expect(columns).toHaveText(['Nouveau', 'En cours', 'Appel', 'Signé', 'Perdu'])
      const followed = partner.getByRole('region', { name: 'En cours', exact: true }).getByRole('article', { name })
      await expect(followed).toBeVisible()
    })

    await test.step('a stage that asks for a file is entered with one, which the lead keeps', async () => {
      await list.getByRole('button', { name: 'Edit Appel' }).click()
      const panel = admin.getByRole('dialog', { name: 'Edit the stage' })
      await panel.getByLabel('Asks for').selectOption('a file')
      await panel.getByRole('button', { name: 'Save' }).click()
      await toast(admin, 'Stage saved')
      const waiting = partner.getByRole('region', { name: 'En cours', exact: true }).getByRole('article', { name })
      await waiting.getByRole('button', { name: `Actions pour ${name}` }).click()
      await partner.getByRole('menuitem', { name: 'Appel' }).click()
      const asked = partner.getByRole('dialog', { name: `${name} vers « Appel »` })
      await asked.locator('input[type=file]').setInputFiles('test/samples/picture.png')
      await asked.getByRole('button', { name: 'Déplacer' }).click()
      const card = partner.getByRole('region', { name: 'Appel', exact: true }).getByRole('article', { name })
      await card.getByRole('button', { name: 'Voir plus de détails' }).click()
      await expect(partner.getByRole('dialog').getByText('picture.png')).toBeVisible()
    })
    // The browser itself tells of the one move that was refused.
    expect([consoleErrors(admin), consoleErrors(partner)]).toEqual([[], [expect.stringContaining('409 (Conflict)')]])
  })

  test('a stage that needs a field asks for it in the dialog of the move, and the lead keeps it', async ({ browser }) => {
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const { fields } = await (await admin.request.get('/api/lead-fields')).json()
    const expected = fields.map(writtenField)
    const of = { name: 'Surface', kind: 'number', required: true, requiredFrom: 'premier_contact', archivedAt: null }
    const data = { fields: [...expected, { ...plainField, ...of, key: 'surface' }], expected }
    expect((await admin.request.put('/api/lead-fields', { data })).status()).toBe(200)
    const partner = await openAs(browser, portal, camille, '/dashboard/leads')
    const card = partner.getByRole('region', { name: 'Nouveau', exact: true }).getByRole('article').first()
    const name = (await card.getAttribute('aria-label')) ?? ''
    await card.getByRole('button', { name: `Actions pour ${name}` }).click()
    await partner.getByRole('menuitem', { name: 'En cours' }).click()
    const asked = partner.getByRole('dialog', { name: `${name} vers « En cours »` })
    await asked.getByRole('button', { name: 'Déplacer' }).click()
    await toast(partner, 'Erreur de validation', 'Surface')
    await asked.getByLabel('Surface').fill('120')
    await asked.getByRole('button', { name: 'Déplacer' }).click()
    const moved = partner.getByRole('region', { name: 'En cours', exact: true }).getByRole('article', { name }).first()
    await moved.getByRole('button', { name: 'Voir plus de détails' }).click()
    await expect(partner.getByRole('dialog')).toContainText('120')
    // The way back lies above the drawer.
    await partner
      .getByRole('region', { name: 'Dernier déplacement' })
      .getByRole('button', { name: 'Annuler le déplacement' })
      .click()
    await expect(moved).toBeHidden()
  })

  test('a page of before an update is told to load again', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    const told = () =>
      page.evaluate(async () => {
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch('/api/stages/devis/merge', { method: 'POST', body: '{}', headers })
        return [answer.status, (await answer.json()).detail]
      })
    await expect.poll(told).toEqual([404, expect.stringContaining('Rechargez-la : ce que vous avez saisi reste.')])
  })

  test('on a phone the list and its panel fit', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.setViewportSize({ width: 360, height: 780 })
    const list = await openStages(page)
    await expectNoOverflow(page)
    await list.getByRole('button', { name: 'Edit En cours' }).click()
    await expect(page.getByRole('dialog', { name: 'Edit the stage' }).getByLabel('Name of the stage')).toHaveValue('En cours')
    await expectNoOverflow(page)
  })
})
