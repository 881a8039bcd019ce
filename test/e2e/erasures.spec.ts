import { expect } from '@playwright/test'
import { pagePaths } from '#access/domain/page-paths.ts'
import { administrator } from '../../demo/content.ts'
import { test } from './portal-fixture.ts'
import { confirmAs, openAs } from './sample-world.ts'
import { expectNoOverflow, toast } from './steps.ts'

test('an erasure is planned for a mailbox, says what it would do, and is stopped', async ({
  browser,
  changedWorld: portal,
}, info) => {
  const page = await openAs(browser, portal, administrator.email, '/dashboard')
  const { items } = await (await page.request.get('/api/partners?limit=1&role=partner&state=active')).json()
  const lead = { name: 'Rose Effacée', company: 'Moulin Rose', email: 'rose@moulin-rose.example', offerType: 'star' }
  const added = await page.request.post('/api/leads', { data: { ...lead, estimatedAmountCents: 100, partnerId: items[0].id } })
  expect(added.status(), await added.text()).toBe(201)
  const { id } = await added.json()
  await page.goto(`${portal.url}${pagePaths.peopleData}?view=erasures`)
  await page.getByRole('button', { name: 'Plan an erasure' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan an erasure' })
  await dialog.getByLabel('Address of the person').fill('Rose+autre@moulin-rose.example')
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect(dialog.getByRole('checkbox', { name: /Moulin Rose/ })).toBeChecked()
  await expect(dialog).toContainText(/Protection of its partner: .*, (until|without)/)
  await dialog.getByRole('checkbox', { name: /^Sole trader/ }).check()
  await page.screenshot({ path: info.outputPath('plan.png') })
  await dialog.getByRole('button', { name: 'Plan the erasure' }).click()
  await confirmAs(page, 'Confirm that it is you', 'Plan the erasure')
  await toast(page, 'The erasure is planned')
  const card = page.getByRole('region', { name: /Moulin Rose/ })
  await expect(card).toContainText('Planned for')
  await expect(card).toContainText(/Would be emptied.*Leads \(\d\)/)
  await expectNoOverflow(page)
  await page.screenshot({ path: info.outputPath('planned.png') })
  expect((await (await page.request.get('/api/leads?search=moulin-rose')).json()).items).toEqual([])
  await card.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog', { name: 'Stop this erasure?' }).getByRole('button', { name: 'Stop' }).click()
  await expect(card).toContainText('Stopped')
  expect((await (await page.request.get('/api/leads?search=moulin-rose')).json()).items).toHaveLength(1)
  await page.request.delete(`/api/leads/${id}`)
})
