import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import type { PortalProcess } from '../running-portal.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { startPortalIn } from './worlds.ts'

/** The format of a French Excel: Windows-1252, semicolons, decimal commas. */
const file = [
  "Nom du contact;Société;E-mail;Téléphone;Montant estimé;Type d'offre;Statut;Date",
  'Amélie Kérébel;Crêperie Kérébel;amelie@kerebel.example;06 11 22 33 44;1 234,50;Avancée;;01/02/2026',
  'Gaël Hénaff;Hénaff Conserverie;gael@henaff.example;;12 000 €;Sur mesure;en_cours;',
  'Z;Société sans adresse;pas une adresse;;100;Star;;',
  'Loïc Prigent;Prigent Façades;loic@prigent.example;;8 000;Essentielle;signe;',
  'Maëlle Le Dû;Ébénisterie Le Dû;maelle@ledu.example;;douze;Premium;;',
].join('\r\n')
const windows1252 = Buffer.from(file.replaceAll('€', '\u0080'), 'latin1')

test.describe('lead import', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = await startPortalIn('sample')
  })
  test.afterAll(() => portal?.remove())

  test('a partner imports the valid rows, and gets the rest back with the reasons', async ({ browser }) => {
    const page = await openAs(browser, portal, 'camille.lefevre@exemple.fr', '/dashboard/leads')
    await page.getByRole('button', { name: 'Importer', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Importer des leads' })
    const choose = () =>
      dialog.locator('input[type=file]').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: windows1252 })

    await test.step('the columns are detected by their headers', async () => {
      await choose()
      await expect(dialog.getByLabel('Société')).toHaveValue('1')
      await expect(dialog.getByLabel('Offre')).toHaveValue('5')
      await expect(dialog.getByText('p. ex. Crêperie Kérébel')).toBeVisible()
      await expect(dialog.getByText('Colonnes ignorées : Date.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Vérifier' }).click()
    })

    await test.step('the dry run shows every row, its errors and the expected commission', async () => {
      await expect(dialog.getByRole('row')).toHaveCount(6)
      const bad = dialog.getByRole('row', { name: /^4 / })
      await expect(bad).toContainText('Le nom doit contenir au moins 2 caractères')
      await expect(bad).toContainText('Email invalide')
      await expect(dialog.getByRole('row', { name: /^6 / })).toContainText('Montant illisible : « douze »')
      await expect(dialog.getByRole('row', { name: /^6 / })).toContainText('Offre inconnue : « Premium »')
      await expect(dialog.getByRole('row', { name: /^2 / })).toContainText(/1\s234,50\s€/)
      await expect(dialog.getByText(/une commission en attente sera créée, pour 8\s000,00\s€/)).toBeVisible()
    })

    await test.step('three leads are imported, two rows are returned', async () => {
      await dialog.getByRole('button', { name: 'Importer 3 lignes' }).click()
      await expect(dialog.getByRole('heading', { name: '3 leads importés' })).toBeVisible()
      const downloading = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Télécharger les lignes refusées' }).click()
      const refused = readFileSync(await (await downloading).path(), 'utf8')
      expect(refused.split('\r\n')).toHaveLength(4)
      expect(refused).toContain('Maëlle Le Dû;Ébénisterie Le Dû')
      expect(refused.replaceAll('\u00a0', ' ')).toContain('Montant illisible : « douze » ; Offre inconnue : « Premium »')
      await dialog.getByRole('button', { name: 'Fermer' }).last().click()
    })

    await test.step('the board shows them in their columns', async () => {
      const column = (name: string) => page.getByRole('region', { name, exact: true })
      await expect(column('Nouveau').getByText('Amélie Kérébel')).toBeVisible()
      await expect(column('En cours').getByText('Gaël Hénaff')).toBeVisible()
      await expect(column('Signé').getByText('Loïc Prigent')).toBeVisible()
      await expect(page.getByText('Maëlle Le Dû')).toHaveCount(0)
    })

    await test.step('the same file again is all duplicates', async () => {
      await page.getByRole('button', { name: 'Importer', exact: true }).click()
      await choose()
      await dialog.getByRole('button', { name: 'Vérifier' }).click()
      await expect(dialog.getByText('Ce contact est déjà suivi')).toHaveCount(3)
      await expect(dialog.getByRole('button', { name: 'Importer 0 ligne' })).toBeDisabled()
      await dialog.getByLabel(/Importer aussi les 3 lignes déjà suivies/).check()
      await expect(dialog.getByRole('button', { name: 'Importer 3 lignes' })).toBeEnabled()
    })
  })

  test('staff import for a partner in batches with progress, while the board is read a few times', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads')
    const rows = Array.from(
      { length: 1000 },
      (_, at) => `Contact ${at};Importée ${at} Partout;contact${at}@partout.example;100;star`,
    )
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Import leads' })
    const buffer = Buffer.from(`name,company,email,amount,offer\n${rows.join('\n').replaceAll(';', ',')}`)
    await dialog.locator('input[type=file]').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })
    await dialog.getByLabel('Partner of rows that name none').selectOption({ label: 'Camille Lefèvre' })
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expect(dialog.getByRole('button', { name: 'Import 1 000 rows' })).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => dialog.getByRole('row').count()).toBeLessThan(60)
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/leads/board')) reads += 1
    })
    const progress = expect(dialog.getByRole('progressbar', { name: 'Import progress' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 1 000 rows' }).click()
    await progress
    await expect(dialog.getByRole('heading', { name: '1 000 leads imported' })).toBeVisible({ timeout: 60_000 })
    test.info().annotations.push({ type: 'reads of the board', description: String(reads) })
    // At their pace, not once for each of a thousand leads.
    expect(reads).toBeLessThan(40)
  })
})
