import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { send } from './money-world.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const camille = 'camille.lefevre@exemple.fr'

test.use({ actionTimeout: 15_000 })

async function openRules(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=commissionRules')
  const list = page.getByRole('dialog', { name: 'Commission rules' })
  await expect(list.getByRole('listitem', { name: 'Programme' }).first()).toBeVisible()
  return list
}

test.describe('commission rules', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('a rule of an offer is published after a preview, pays the next signature, and says why', async ({ browser }) => {
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openRules(admin)
    await expect(list.getByRole('listitem', { name: 'Programme' }).first()).toContainText('the tier’s rate of the amount signed')

    await test.step('what it lacks is said at its field; the preview follows what is typed', async () => {
      await list.getByRole('button', { name: 'Rule for an offer or a partner' }).click()
      const panel = admin.getByRole('dialog', { name: 'Rule for an offer or a partner' })
      await panel.getByRole('button', { name: 'Publish' }).click()
      await toast(admin, 'This rule is not possible', 'Choose an offer, a partner or both')
      await panel.getByLabel('Offer').selectOption('Avancée')
      await panel.getByLabel('Rate', { exact: true }).selectOption('No rate')
      await panel.getByLabel('Fixed sum for a lead (€)').fill('9000')
      await expect(panel.getByRole('region', { name: 'With this rule, the last twelve months' })).toContainText(
        'leads were signed',
      )
      await panel.getByRole('button', { name: 'Publish' }).click()
    })

    await test.step('that it could pay more than the revenue is asked about', async () => {
      const question = admin.getByRole('dialog', { name: 'This rule could pay more than the revenue' })
      await expect(question).toContainText(/where that is below \D?9\D?000/)
      await question.getByRole('button', { name: 'Publish all the same' }).click()
      await toast(admin, 'Rule published')
      const row = list.getByRole('listitem', { name: 'Offer Avancée' }).first()
      await expect(row).toContainText(/9\D?000.* for a lead/)
      await expect(row).toContainText('Version 1, since')
    })

    await test.step('the next signature has it, and the commission says which rule made it', async () => {
      const partner = await openAs(browser, portal, camille, '/dashboard')
      const lead = { name: 'Paul Forfait', company: 'Forfait et Fils', email: 'paul@forfait.example' }
      const offer = { offerType: 'star', estimatedAmountCents: 1_000_000 }
      const { id } = await send<{ id: string }>(partner.request, 'POST', '/leads', { ...lead, ...offer })
      await send(admin.request, 'POST', `/leads/${id}/move`, { from: 'nouveau', to: 'signe' })
      await partner.goto('/dashboard/commissions')
      const row = partner.getByRole('row').filter({ hasText: 'Paul Forfait' })
      await expect(row).toContainText(/9\s000,00\s€/)
      await row.getByRole('button', { name: /Pourquoi/ }).click()
      const why = partner.getByRole('dialog', { name: 'Pourquoi ce montant' })
      await expect(why).toContainText(/Règle de l’offre .*, version 1\s: .*9\s000,00\s€/)
      expect(consoleErrors(partner)).toEqual([])
    })
    // What is asked about was refused first.
    expect(consoleErrors(admin)).toEqual([expect.stringContaining('409')])
  })

  test('a bonus over all offers is added to the programme’s rule, beside all partners that it changes', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = await openRules(page)
    await list.getByRole('button', { name: 'New version: Programme' }).click()
    const panel = page.getByRole('dialog', { name: 'New version: Programme' })
    await panel.getByRole('button', { name: 'Add a bonus' }).click()
    await panel.getByLabel('Of', { exact: true }).selectOption('Leads of all offers')
    await panel.getByLabel('In a').selectOption('Half year')
    await expect(panel).toContainText('It counts from the first half year that begins on the first day or later.')
    await panel.getByLabel('From the signature number').fill('1')
    await panel.getByLabel('Sum (€)').fill('50')
    const partners = panel.getByRole('list', { name: 'Partners whose commissions would differ most' })
    await expect(partners).toContainText('50,00')
    await expect.poll(() => partners.evaluate((each) => each.scrollHeight - each.clientHeight)).toBe(0)
    await panel.getByRole('button', { name: 'Publish' }).click()
    await toast(page, 'Rule published')
    const row = list.getByRole('listitem', { name: 'Programme' }).first()
    await expect(row).toContainText(/bonus \(Half year, all offers\) from 1 signature: 50,00/)
    expect(consoleErrors(page)).toEqual([])
  })

  test('on a phone list and panel fit', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    await page.setViewportSize({ width: 360, height: 780 })
    const list = await openRules(page)
    await expectNoOverflow(page)
    await list.getByRole('button', { name: 'New version: Programme' }).click()
    await expect(page.getByRole('dialog', { name: 'New version: Programme' }).getByLabel('First day')).toBeVisible()
    await expectNoOverflow(page)
  })
})
