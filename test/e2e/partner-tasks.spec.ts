import { expect } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { expectBelow } from './steps.ts'
import { startPortalIn } from './worlds.ts'

// In a world of its own: whoever has read an announcement has one task less.
let portal: PortalProcess
test.beforeAll(async () => {
  portal = await startPortalIn('sample')
})
test.afterAll(() => portal?.remove())

test('a partner’s first page says what to do under the money, counts it at the menu and leads to each act', async ({
  browser,
}) => {
  const page = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/dashboard')
  const toDo = page.getByRole('region', { name: 'À faire' })
  const showAll = () => toDo.getByRole('button', { name: /^Voir les \d+ autres$/ }).click()
  const coming = page.getByRole('region', { name: 'À venir' })

  await test.step('the money is first, then the tasks, and what is coming adds up to the figure', async () => {
    const statement = toDo.getByRole('listitem').filter({ hasText: /^Acceptez le relevé REL-/ })
    await expect(statement.getByText(/^1\s200\s€ en dépendent$/)).toBeVisible()
    await showAll()
    await expect(toDo.getByRole('listitem').filter({ hasText: 'Signez l’avenant : Avenant Platinum' })).toBeVisible()
    await expect(toDo.getByText(/^Envoyez la facture de REL-/).first()).toBeVisible()
    await expectBelow(toDo, page.getByRole('region', { name: 'Vos gains' }))
    await expect(coming.getByText(/^À valider par Atelier Loire/).first()).toBeVisible()
  })

  await test.step('the menu counts what lies behind its entries, on every page', async () => {
    const contract = page.getByRole('link', { name: 'Contract 1 à faire' })
    await expect(contract).toBeVisible()
    await page.getByRole('link', { name: 'Resources' }).click()
    await expect(toDo).toBeHidden()
    await expect(contract).toBeVisible()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await showAll()
  })

  await test.step('a task’s button opens where it is done', async () => {
    await toDo.getByRole('link', { name: 'Signer : Signez l’avenant : Avenant Platinum' }).click()
    await expect(page.getByRole('dialog', { name: 'Avenant Platinum' })).toBeVisible()
    await page.getByRole('button', { name: 'Fermer' }).first().click()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await showAll()
    await toDo.getByRole('link', { name: /^Lire : Répondez au message/ }).click()
    await expect(page).toHaveURL(/\/dashboard\/leads\?lead=.+&tab=messages/)
  })
  await page.context().close()
})
