import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import type { PortalProcess } from '../running-portal.ts'
import { send } from './money-world.ts'
import { test } from './portal-fixture.ts'
import { bothSides } from './signing-steps.ts'
import { expectNoOverflow, toast } from './steps.ts'
import { startPortalIn } from './worlds.ts'

const anne = { email: 'anne@conseil.example', fullName: 'Anne Conseil' }
const document = { kind: 'link', url: 'https://documents.example/contract' }

/** Opens what her signed contract unlocks. */
async function unlock({ request }: Page): Promise<void> {
  const { items } = await (await request.get('/api/partners?role=partner')).json()
  const partnerId = items[0]?.id
  await send(request, 'POST', '/contracts', { partnerId, title: 'Contrat', contractType: 'main', document })
  await send(request, 'POST', `/partners/${partnerId}/contract/validate`, {})
}

async function openFile(page: Page) {
  await page.goto('/dashboard/settings/programme?edit=programmeFile')
  const drawer = page.getByRole('dialog', { name: 'The programme as a file' })
  await expect(drawer.getByRole('listitem', { name: 'Subscription software' })).toBeVisible()
  return drawer
}

test.use({ actionTimeout: 20_000 })

test.describe('a programme as a file', () => {
  const portals: PortalProcess[] = []
  test.beforeAll(async () => {
    portals.push(await startPortalIn('empty'), await startPortalIn('empty'))
  })
  test.afterAll(() => Promise.all(portals.map((portal) => portal.remove())))

  test('an example is chosen on a phone, is in a partner’s open form at once, and moves to another portal', async ({
    browser,
  }) => {
    const [first, second] = portals
    if (!first || !second) throw new Error('two portals were to start')
    const { staff, marie } = await bothSides(browser, first, anne)
    await unlock(staff)
    await staff.setViewportSize({ width: 360, height: 780 })
    await marie.goto('/dashboard/leads?add=lead')
    const offers = marie.getByRole('dialog').getByLabel("Type d'offre")
    await expect(offers.locator('option', { hasText: 'Star' })).toHaveCount(1)
    const drawer = await openFile(staff)

    await test.step('the examples fit a phone; one tells what it does before', async () => {
      await expectNoOverflow(staff)
      await drawer.getByRole('button', { name: 'Look at Consulting' }).click()
      await expect(drawer.getByRole('region', { name: 'What the import does' })).toContainText(
        'Diagnostic, Mission, Accompagnement',
      )
      await expectNoOverflow(staff)
    })

    await test.step('imported, its offers are in the partner’s open form', async () => {
      await drawer.getByRole('button', { name: 'Import this programme' }).click()
      await toast(staff, 'Programme imported')
      await expect(offers.locator('option', { hasText: 'Diagnostic' })).toHaveCount(1)
      await expect(offers.locator('option', { hasText: 'Star' })).toHaveCount(0)
      await marie.goto('/dashboard/leads')
      await expect(marie.getByRole('region', { name: 'Cadrage', exact: true })).toBeVisible()
    })

    await test.step('exported, another portal imports it', async () => {
      const again = await openFile(staff)
      const download = staff.waitForEvent('download')
      await again.getByRole('link', { name: 'Export' }).click()
      const buffer = await readFile(await (await download).path())
      const other = await bothSides(browser, second, { email: 'paul@conseil.example', fullName: 'Paul Conseil' })
      const there = await openFile(other.staff)
      await there.locator('input[type=file]').setInputFiles({ name: 'programme.json', mimeType: 'application/json', buffer })
      await there.getByRole('button', { name: 'Import this programme' }).click()
      await toast(other.staff, 'Programme imported')
      const programme = async (page: Page) => (await page.request.get('/api/programme-file')).json()
      const here = await programme(staff)
      await expect.poll(() => programme(other.staff)).toEqual(here)
    })
  })
})
