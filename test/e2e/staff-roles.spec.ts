import { expect } from '@playwright/test'
import { administrator, colleagues } from '../../demo/content.ts'
import { reason, refuse } from './network.ts'
import { test } from './portal-fixture.ts'
import { choose, confirmAs, openAs } from './sample-world.ts'
import { expectNoOverflow, toast, visit } from './steps.ts'

const [manager, finance, viewer] = colleagues
const camille = 'Camille Lefèvre'

test('each role of staff is offered what it may do, and told why the rest is not there', async ({
  browser,
  changedWorld: portal,
}) => {
  const page = await openAs(browser, portal, manager.email, '/dashboard')
  await expect(page.getByText('Admin Console — Connected as Partner manager')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Invite Partner' })).toBeVisible()
  await visit(page, '/dashboard/admin-leads')
  await expect(page.getByRole('button', { name: 'Add Lead' })).toBeVisible()
  await visit(page, '/dashboard/admin-commissions')
  await expect(page.getByText('Your role does not include the right “Money”. Ask an administrator')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add commission' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Validate', exact: true })).toHaveCount(0)

  const payer = await openAs(browser, portal, finance.email, '/dashboard/admin-commissions')
  await expect(payer.getByRole('button', { name: 'Add commission' })).toBeVisible()
  await visit(payer, '/dashboard/partners')
  const row = payer.getByRole('row', { name: new RegExp(camille) })
  await expect(row.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  await row.getByRole('button', { name: `More about ${camille}` }).click()
  await payer.getByRole('menuitem', { name: 'Bank details' }).click()
  await expect(payer.getByRole('button', { name: 'Reveal' })).toBeVisible()

  const reader = await openAs(browser, portal, viewer.email, '/dashboard')
  await expect(reader.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  for (const name of ['Invite Partner', 'Add Contract', 'Add Resource']) {
    await expect(reader.getByRole('button', { name })).toHaveCount(0)
  }
  await visit(reader, '/dashboard/partners')
  await expect(reader.getByText('Ask an administrator of the portal for it.')).toBeVisible()
  await reader
    .getByRole('row', { name: new RegExp(camille) })
    .getByRole('button', { name: `More about ${camille}` })
    .click()
  await expect(reader.getByRole('menuitem', { name: 'View as this partner' })).toHaveCount(0)
  await reader.getByRole('menuitem', { name: 'Bank details' }).click()
  await expect(reader.getByRole('dialog')).toContainText('FR76')
  await expect(reader.getByRole('button', { name: 'Reveal' })).toHaveCount(0)
})

test('a changed role says in the open tab why the screen changed', async ({ browser, changedWorld: portal }) => {
  const open = await openAs(browser, portal, viewer.email, '/dashboard/admin-leads')
  await expect(open.getByText('Your role does not include the right “Leads”.')).toBeVisible()
  const admin = await openAs(browser, portal, administrator.email, '/dashboard/partners')
  const give = async (role: string, roleText: string, why = '') => {
    await admin
      .getByRole('row', { name: new RegExp(viewer.fullName) })
      .getByRole('button', { name: 'Role', exact: true })
      .click()
    const dialog = admin.getByRole('dialog', { name: `Role of ${viewer.fullName}` })
    await choose(admin, dialog, 'Role', role)
    await dialog.getByRole('button', { name: 'Update Role' }).click()
    await confirmAs(admin, 'Confirm the role', 'Update Role')
    await Promise.all([
      toast(admin, 'Role updated', `${viewer.fullName} is now ${roleText}`),
      toast(open, `Your role is now ${role}`, why),
    ])
  }
  await give('Partner manager', 'partner manager')
  await expect(open.getByRole('button', { name: 'Add Lead' })).toBeVisible()
  await give('Viewer', 'viewer', 'changes nothing')
  await expect(open.getByRole('button', { name: 'Add Lead' })).toHaveCount(0)
})

test('a manager looks at the portal as a partner: framed, read-only, and back by one button', async ({
  browser,
  changedWorld: portal,
}) => {
  const page = await openAs(browser, portal, manager.email, '/dashboard/partners')
  const other = await page.context().newPage()
  await other.goto('/dashboard/admin-leads')
  await expect(other.getByRole('button', { name: 'Add Lead' })).toBeVisible()
  await page
    .getByRole('row', { name: new RegExp(camille) })
    .getByRole('button', { name: `More about ${camille}` })
    .click()
  await page.getByRole('menuitem', { name: 'View as this partner' }).click()
  const bar = page.getByRole('region', { name: 'Vue d’un partenaire' })
  await expect(bar).toContainText(`Vous voyez le portail comme ${camille}`)
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).toContainText('Payment Info')
  // The other tab of this browser follows.
  await expect(other.getByRole('region', { name: 'Vue d’un partenaire' })).toBeVisible()
  await visit(page, '/dashboard/payment-info')
  await expect(page.getByRole('textbox', { name: /^IBAN/ })).toHaveValue(/•/)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await bar.getByRole('button', { name: 'Quitter cette vue' }).click()
  await expect(page.getByRole('heading', { name: 'Partners Management' })).toBeVisible()
  await expect(other.getByText('Admin Console — Connected as Partner manager')).toBeVisible()
})

test('a new portal’s overview leads through its set-up, and is hidden for good', async ({ browser, portal }) => {
  const page = await openAs(browser, portal, null, '/')
  const token = new URL(await portal.setupLink()).searchParams.get('token')
  const data = { token, ...administrator, password: 'petite-lune-17' }
  expect((await page.request.post('/api/setup', { data })).status()).toBe(201)
  const undo = await refuse(page, '**/api/setup-checklist')
  await page.goto('/dashboard')
  const failure = page.getByRole('alert').filter({ hasText: reason })
  await expect(failure).toBeVisible()
  await undo()
  await failure.getByRole('button', { name: 'Réessayer' }).click()
  const list = page.getByRole('region', { name: 'Set up your portal' })
  await expect(list.getByRole('listitem')).toHaveCount(5)
  await list.getByRole('button', { name: 'Send me a test' }).click()
  await toast(page, 'The test email was not sent', 'No mail server is set')
  const mail = list.getByRole('listitem').filter({ hasText: 'Send yourself a test email' })
  await expect(mail).toContainText('Set SMTP_URL')
  await expect(mail.getByLabel('Done')).toHaveCount(0)
  await list.getByRole('link', { name: 'Tiers' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/dashboard\/settings\/programme\?edit=tiers$/)
  await visit(page, '/dashboard')
  await expect(list.getByRole('listitem').filter({ hasText: 'Look at the tiers' }).getByLabel('Done')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await list.getByRole('button', { name: 'Hide' }).click()
  await expect(list).toHaveCount(0)
})
