import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { findings } from './axe.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { toast } from './steps.ts'

test('staff record the last of three payments from a file; the partner reads what was received and what each part brings', async ({
  browser,
  changedWorld: portal,
}) => {
  const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions/client-payments?search=vasseur')
  const table = staff.getByRole('region', { name: 'Client payments' })
  await expect(table.getByText('refund of F-2026-118')).toBeVisible()
  await staff.getByRole('button', { name: 'Import' }).click()
  const csv =
    'Société;Facture;Date;Montant HT\nAteliers Vasseur;F-2026-140;20/10/2026;4 000,00\n' +
    'Ateliers Vasseur;F-2026-140;20/10/2026;4 000,00\nInconnue SARL;F-9;20/10/2026;12\n'
  await staff.setInputFiles('input[type=file]', { name: 'banque.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await staff.getByRole('button', { name: 'Check', exact: true }).click()
  const rows = staff.getByRole('region', { name: 'Rows of the file' })
  await expect(rows.getByText('No lead is “Inconnue SARL”')).toBeVisible()
  await expect(rows.getByText('Already recorded')).toBeVisible()
  expect(await findings(staff)).toEqual([])
  await staff.getByRole('button', { name: 'Record the valid row' }).click()
  await toast(staff, '1 payment recorded')
  await expect(table.getByText('F-2026-140')).toBeVisible()

  const partner = await openAs(browser, portal, 'sophie.moreau@exemple.fr', '/dashboard/commissions?search=vasseur')
  await expect(partner.getByText(/13\s500\s€ of 14\s500\s€ received/)).toBeVisible()
  await partner.getByRole('button', { name: /^Why 1\s200,00\s€/ }).click()
  const why = partner.getByRole('dialog', { name: 'Why this amount' })
  await expect(why.getByText('part of the client’s invoice F-2026-140, received on 20/10/2026')).toBeVisible()
  const { items } = await (await partner.request.get('/api/client-payments')).json()
  await partner.goto(`/dashboard/leads?lead=${items[0].lead.id}`)
  await partner.getByRole('tab', { name: 'Paiements' }).click()
  await expect(partner.getByText(/13\s500\s€ sur 14\s500\s€ reçus/)).toBeVisible()
  await expect(partner.getByRole('button', { name: 'Ajouter un paiement' })).toHaveCount(0)
  expect(await findings(partner)).toEqual([])

  await staff.goto(`/dashboard/admin-leads?lead=${items[0].lead.id}`)
  await staff.getByRole('tab', { name: 'Paiements' }).click()
  await staff.getByRole('button', { name: 'Solder le reste' }).click()
  await staff.getByLabel('Reason').fill('Projet réduit')
  await staff.getByRole('button', { name: 'Close the remainder' }).click()
  await toast(staff, 'Remainder closed')
  await expect(partner.getByText(/^13\s500\s€ reçus$/)).toBeVisible()
})
