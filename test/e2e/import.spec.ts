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
    await page.getByRole('link', { name: 'Importer', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Importer des leads' })).toBeVisible()
    const choose = (buffer: Buffer = windows1252) =>
      page.locator('input[type=file]').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })

    await test.step('the columns are detected by their headers', async () => {
      await choose()
      await expect(page.getByRole('combobox', { name: 'Société', exact: true })).toHaveValue('1')
      await expect(page.getByRole('combobox', { name: 'Offre', exact: true })).toHaveValue('5')
      await expect(page.getByText('p. ex. Crêperie Kérébel')).toBeVisible()
      await expect(page.getByText('Colonnes ignorées : Date.')).toBeVisible()
      await expect(page.getByLabel('Encodage')).toHaveValue('windows-1252')
      await page.getByRole('button', { name: 'Vérifier' }).click()
    })

    await test.step('the dry run shows every row, its errors and the expected commission', async () => {
      const rows = page.getByRole('region', { name: 'Toutes' })
      await expect(rows.getByRole('row')).toHaveCount(6)
      const bad = rows.getByRole('row', { name: /^4 / })
      await expect(bad).toContainText('Le nom doit contenir au moins 2 caractères')
      await expect(bad).toContainText('Email invalide')
      await expect(rows.getByRole('row', { name: /^6 / })).toContainText('Montant illisible : « douze »')
      await expect(rows.getByRole('row', { name: /^6 / })).toContainText('Offre inconnue : « Premium »')
      await expect(rows.getByRole('row', { name: /^2 / })).toContainText(/1\s234,50\s€/)
      await expect(page.getByText(/une commission en attente sera créée, pour 8\s000,00\s€/)).toBeVisible()
    })

    await test.step('three leads are imported, two rows are returned', async () => {
      await page.getByRole('button', { name: 'Importer 3 lignes' }).click()
      await expect(page.getByText('3 lignes importées')).toBeVisible({ timeout: 30_000 })
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Télécharger les lignes refusées' }).click()
      const refused = readFileSync(await (await downloading).path(), 'utf8')
      expect(refused.split('\r\n')).toHaveLength(4)
      expect(refused).toContain('Maëlle Le Dû;Ébénisterie Le Dû')
      expect(refused.replaceAll('\u00a0', ' ')).toContain('Montant illisible : « douze » ; Offre inconnue : « Premium »')
    })

    await test.step('the board shows them in their columns', async () => {
      await page.getByRole('link', { name: 'Retour à la liste' }).click()
      const column = (name: string) => page.getByRole('region', { name, exact: true })
      await expect(column('Nouveau').getByText('Amélie Kérébel')).toBeVisible()
      await expect(column('En cours').getByText('Gaël Hénaff')).toBeVisible()
      await expect(column('Signé').getByText('Loïc Prigent')).toBeVisible()
      await expect(page.getByText('Maëlle Le Dû')).toHaveCount(0)
    })

    await test.step('the same file again is known, and other rows of the same clients are duplicates', async () => {
      await page.getByRole('link', { name: 'Importer', exact: true }).click()
      await choose()
      await page.getByRole('button', { name: 'Vérifier' }).click()
      await expect(page.getByText(/Déjà importée/)).toHaveCount(3)
      await expect(page.getByRole('button', { name: 'Importer 0 ligne' })).toBeDisabled()
      await page.getByRole('button', { name: 'Abandonner cet import' }).click()
      await choose(
        Buffer.from(
          windows1252
            .toString('latin1')
            .replaceAll(';;100', ';;99')
            .replaceAll('8 000', '7 000')
            .replaceAll('12 000', '11 000')
            .replace('1 234,50', '1 234'),
          'latin1',
        ),
      )
      await page.getByRole('button', { name: 'Vérifier' }).click()
      await expect(page.getByText('Ce contact est déjà suivi')).toHaveCount(3)
      await page.getByLabel(/Importer aussi les 3 lignes déjà suivies/).check()
      await expect(page.getByRole('button', { name: 'Importer 3 lignes' })).toBeEnabled()
    })

    await test.step('the first import is undone whole, and a lead that has gone on keeps it', async () => {
      await page.getByRole('button', { name: 'Abandonner cet import' }).click()
      await page.getByRole('button', { name: 'leads.csv' }).first().click()
      await page.getByRole('button', { name: 'Annuler cet import' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Annuler cet import' }).click()
      await expect(page.getByText('L’import est annulé').first()).toBeVisible()
      await page.getByRole('link', { name: 'Retour à la liste' }).click()
      await expect(page.getByText('Amélie Kérébel')).toHaveCount(0)
    })
  })

  test('on a phone and by keyboard alone, a file is checked, imported and undone, and each step is told', async ({ browser }) => {
    const page = await openAs(browser, portal, 'nadia.benali@exemple.fr', '/dashboard/imports')
    await page.setViewportSize({ width: 360, height: 780 })
    const press = async (name: string, role: 'button' | 'link' = 'button') => {
      const wanted = page.getByRole(role, { name, exact: true }).last()
      await expect(wanted).toBeVisible({ timeout: 30_000 })
      const forwards = async () => {
        await page.keyboard.press('Tab')
        await expect(wanted).toBeFocused({ timeout: 100 })
      }
      await expect(forwards).toPass({ intervals: [5] })
      await page.keyboard.press('Enter')
    }
    const step = (name: string) => expect(page.getByRole('heading', { name })).toBeFocused({ timeout: 30_000 })
    const choosing = page.waitForEvent('filechooser')
    await press('Choisir un fichier')
    await (await choosing).setFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer: windows1252 })
    await step('5 lignes dans leads.csv')
    await press('Vérifier')
    await step('leads.csv · à appliquer')
    await press('Importer 3 lignes')
    await step('leads.csv · importé')
    await expect(page.getByRole('status').filter({ hasText: '3 lignes importées' })).toBeVisible()
    await press('Annuler cet import')
    await expect(page.getByRole('dialog')).toBeVisible()
    await press('Annuler cet import')
    await step('leads.csv · annulé')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('staff import for a partner in batches with progress, while the board is read a few times', async ({ browser }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads')
    const rows = Array.from(
      { length: 1000 },
      (_, at) => `Contact ${at};Importée ${at} Partout;contact${at}@partout.example;100;star`,
    )
    await page.getByRole('link', { name: 'Import', exact: true }).click()
    const buffer = Buffer.from(`name,company,email,amount,offer\n${rows.join('\n').replaceAll(';', ',')}`)
    await page.locator('input[type=file]').setInputFiles({ name: 'leads.csv', mimeType: 'text/csv', buffer })
    await page.getByLabel('Partner, for all rows that have none').selectOption({ label: 'Camille Lefèvre' })
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('button', { name: 'Import 1 000 rows' })).toBeVisible({ timeout: 30_000 })
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(60)
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/leads/board')) reads += 1
    })
    const progress = expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible()
    await page.getByRole('button', { name: 'Import 1 000 rows' }).click()
    await progress
    await test.step('a page that is closed finds it again', async () => {
      await page.reload()
      await expect(page.getByText('1 000 rows imported')).toBeVisible({ timeout: 120_000 })
    })
    test.info().annotations.push({ type: 'reads of the board', description: String(reads) })
    // At their pace, not once for each of a thousand leads.
    expect(reads).toBeLessThan(40)
  })
})
