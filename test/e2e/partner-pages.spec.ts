import { expect, type Page, type Request } from '@playwright/test'
import { type SigningOrder, simulateSignings } from '#money/tiers/domain/simulation.ts'
import { formatEuros, formatEurosExact, percentOf } from '#platform/domain/money.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { expectBelow, visit } from './steps.ts'

const camille = 'camille.lefevre@exemple.fr'
/** Not in the top tier. */
const sophie = 'sophie.moreau@exemple.fr'
const card = (page: Page, label: string) => page.getByRole('region', { name: new RegExp(`^${label}\\s: `) })

test.describe('partner pages', () => {
  test('a partner without a contract learns who prepares it, above the statistics, and has no dead buttons', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const lea = await openAs(browser, portal, 'lea.chevalier@exemple.fr', '/dashboard')
    const steps = lea.getByRole('region', { name: 'Pour commencer' })
    await expect(steps).toContainText('Atelier Loire prépare votre contrat')
    await expect(steps.getByRole('link', { name: 'partenaires@atelier-loire.example' })).toBeVisible()
    await expect(lea.getByRole('link', { name: 'Signez votre contrat' })).toHaveCount(0)
    await expectBelow(lea.getByRole('region', { name: /^Total Opportunities/ }), steps)
    // Nothing is earned yet, so that there are no figures of it.
    await expect(lea.getByRole('region', { name: 'Vos gains' })).toHaveCount(0)
    const olivier = await openAs(browser, portal, 'olivier.le.goff@exemple.fr', '/dashboard')
    await olivier.getByRole('link', { name: 'Signez votre contrat' }).click()
    await expect(olivier).toHaveURL(/\/dashboard\/contract$/)
  })

  test('no page or dialog of a partner asks for what the server refuses them', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, camille, '/dashboard')
    const refused: string[] = []
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url())
    })
    const unanswered = new Set<Request>()
    page.on('request', (request) => new URL(request.url()).pathname === '/api/live' || unanswered.add(request))
    page.on('requestfinished', (request) => unanswered.delete(request))
    page.on('requestfailed', (request) => unanswered.delete(request))
    for (const path of ['leads', 'commissions', 'status', 'contract', 'payment-info', 'resources']) {
      await visit(page, `/dashboard/${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    for (const label of ['Profil', 'Mot de passe', 'Double authentification', 'Sessions', 'Notifications', 'Annonces']) {
      await page.getByRole('button', { name: /Compte de/ }).click()
      await page.getByRole('menuitem', { name: label, exact: true }).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('heading').first()).toBeVisible()
      await expect.poll(() => unanswered.size).toBe(0)
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
    expect(refused).toEqual([])
  })

  test('a partner’s leads: four cards, five columns of 340 pixels with counts, cards with their details', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    await expect(page.getByText('Manage your opportunities')).toBeVisible()
    for (const label of ['Leads Added', 'Calls Made', 'Deals Signed']) await expect(card(page, label)).toContainText(/\d/)
    await expect(card(page, 'Estimated Revenue')).toContainText(/\d\s€/)
    for (const label of ['Nouveau', 'En cours', 'Appel', 'Signé', 'Perdu']) {
      const column = page.getByRole('region', { name: label, exact: true })
      await expect(column.getByRole('heading', { name: label })).toBeVisible()
      await expect(column.locator('header')).toContainText(/\d/)
      await expect.poll(async () => (await column.boundingBox())?.width).toBe(340)
    }
    const first = page.getByRole('article').first()
    await expect(first).toContainText(/\d\s€/)
    await expect(first).toContainText(/\d\d\/\d\d\/\d{4}/)
    await expect(first).toContainText(/Automation simple 3-5K€|Star 8-12K€|Custom 30-50K€/)
    await first.getByRole('button', { name: 'Voir plus de détails' }).click()
    const details = page.getByRole('dialog')
    await expect(details.getByText('Société', { exact: true }).first()).toBeVisible()
    // What is empty is not shown: a lead that has everything shows all of it.
    const { items } = await (await page.request.get('/api/leads?fields=all&limit=100')).json()
    const whole = (items as { id: string; phone: string; notes: string }[]).find(
      ({ phone, notes }) => phone !== '' && notes !== '',
    )
    await page.goto(`/dashboard/leads?lead=${whole?.id}`)
    for (const label of ['Société', 'Email', 'Téléphone', "Type d'offre", 'Montant estimé', 'Notes', 'Partenaire']) {
      await expect(details.getByText(label, { exact: true }).first()).toBeVisible()
    }
    await expect(details).toContainText(/\d{1,2} \p{L}+ \d{4} à \d\d:\d\d/u)
    await expect(details).toContainText(/il y a|hier|à l’instant/)
  })

  test('a partner’s commissions: three cards, the note on payment, the history with its columns', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/commissions')
    for (const label of ['Validated', 'Pending', 'Total Paid']) await expect(card(page, label)).toContainText(/\d\s€/)
    await expect(page.getByText(/processed within 30 days after client payment is received/)).toBeVisible()
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    const heads = page.getByRole('table').getByRole('columnheader')
    const headers = async () => (await heads.allInnerTexts()).map((text) => text.trim())
    const specified = ['Date', 'Revenue', 'Rate', 'Amount', 'Status', 'Paid Date']
    await expect.poll(headers).toEqual(expect.arrayContaining(specified))
    await expect(page.getByRole('table')).toContainText(/\d,\d\d\s€/)
  })

  test('the roadmap lists every tier with range and rate; the top tier is marked', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/status')
    const tiers = page.getByRole('listitem').filter({ hasText: '%' })
    const lines = [/Bronze.*10\s000\s€.*15/s, /Silver.*30\s000\s€.*20/s, /Gold.*75\s000\s€.*25/s, /Platinum.*150\s000\s€.*30/s]
    for (const line of [...lines, /Diamond.*150\s000\s€.*35/s]) await expect(tiers.filter({ hasText: line })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Palier actuel' })).toContainText('Maximum tier achieved!')
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(tiers.filter({ hasText: 'Dépassé' })).toHaveCount(4)
  })

  test('what leads would bring is shown on card and form, and for several together on Status', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, sophie, '/dashboard/status')
    const { tiers, totalRevenueCents, current } = await (await page.request.get('/api/me/standing')).json()
    const simulator = page.getByRole('region', { name: 'Si ces clients signent…' })
    const other = simulator.getByLabel('Un autre client (€)')
    await other.fill('rien')
    await simulator.getByRole('button', { name: 'Ajouter' }).click()
    await expect(simulator).toContainText('Saisissez un montant en euros')
    // Enough for the next tier, so that the order in which they sign makes a difference.
    for (const euros of ['200000', '8000,50']) {
      await other.fill(euros)
      await simulator.getByRole('button', { name: 'Ajouter' }).click()
    }
    const sum = async (order: SigningOrder) => {
      const { totalCents, standing } = simulateSignings(tiers, totalRevenueCents, [20_000_000, 800_050], order)
      const result = simulator.getByRole('status', { name: 'Simulation' })
      await expect(result).toContainText(formatEurosExact(totalCents))
      await expect(result).toContainText(standing.current?.name ?? '')
      return totalCents
    }
    const oneByOne = await sum('oneByOne')
    await simulator.getByText('Tous à la fois').click()
    const together = await sum('together')
    expect(together).toBeLessThan(oneByOne)
    await simulator.getByRole('button', { name: 'Recommencer' }).click()
    await simulator.getByRole('checkbox').first().check()
    await expect(simulator.getByRole('list').filter({ hasText: ' × ' }).getByRole('listitem')).toHaveCount(1)

    await visit(page, '/dashboard/leads?add=lead')
    const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
    await form.getByLabel('Montant estimé (€)').fill('12000')
    await expect(form).toContainText(`≈ ${formatEuros(percentOf(1_200_000, current.commissionRate))} pour vous`)
    await form.getByRole('button', { name: 'Annuler' }).click()
    await expect(page.getByRole('article').filter({ hasText: '≈' }).first()).toContainText('pour vous')
    await expect(page.getByRole('region', { name: 'Signé', exact: true })).not.toContainText('pour vous')
  })

  test('contract and documents: the agreement, its badge and download, the amendments, the note', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/contract')
    const agreement = page.getByRole('region', { name: 'Partnership Agreement' })
    await expect(agreement).toContainText('Signed')
    await expect(agreement.getByRole('link', { name: 'Download Contract (PDF)' })).toBeVisible()
    const amendments = page.getByRole('region', { name: 'Avenants' })
    await expect(amendments).toContainText('Avenant Platinum')
    await expect(amendments).toContainText('Pending')
    await expect(amendments.getByRole('link', { name: 'Télécharger' })).toBeVisible()
    await expect(page.getByText(/signed with an e-signature service/)).toBeVisible()
    const pending = await openAs(browser, portal, 'olivier.le.goff@exemple.fr', '/dashboard/contract')
    await expect(pending.getByRole('region', { name: 'Partnership Agreement' })).toContainText('Pending Signature')
  })

  test('bank details are loaded into their four fields', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/payment-info')
    await expect(page.getByLabel('Company Name')).toHaveValue('Lefèvre Conseil')
    await expect(page.getByLabel('Country')).toHaveValue('France')
    await expect(page.getByLabel('IBAN')).toHaveValue('FR76 3000 6000 0112 3456 7890 189')
    await expect(page.getByLabel('Address')).toHaveValue(/rue du Port/)
    await expect(page.getByRole('button', { name: 'Save Information' })).toBeVisible()
    const holder = page.getByRole('group', { name: 'Titulaire du compte' })
    await expect(holder.getByLabel('Nom du titulaire')).toHaveValue('Lefèvre Conseil')
    await expect(holder.getByText('Votre banque verra : Lefevre Conseil')).toBeVisible()
    // The address stands in the form once: in parts only for an account that the bank asks it for.
    await expect(holder.getByRole('textbox')).toHaveCount(1)
    await page.getByLabel('IBAN').fill('CH9300762011623852957')
    await expect(holder.getByRole('textbox', { name: 'Ville' })).toHaveValue('Nantes')
    await page.getByLabel('IBAN').fill('BE68539007547034')
    await expect(holder.getByRole('textbox')).toHaveCount(1)
    await page.getByLabel('IBAN').fill('FR7630006000011234567890189')
  })

  test('billing: the tab asks for what the regime needs, shows the VAT, keeps a draft and saves', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, 'mathieu.caron@exemple.fr', '/dashboard/payment-info')
    await page.getByRole('navigation', { name: 'Payment Information' }).getByRole('link', { name: 'Facturation' }).click()
    await page.getByRole('radio', { name: /Sans facture/ }).check()
    await expect(page.getByLabel('Nom et prénom')).toHaveValue('Mathieu Caron')
    await expect(page.getByText('Reçu, sans TVA', { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: /Avec facture/ }).check()
    await expect(page.getByLabel('Raison sociale')).toHaveValue('Caron Patrimoine')
    await page.getByLabel('Forme juridique').fill('EURL')
    await page.getByLabel('SIREN ou SIRET').fill('732 829 320 00075')
    await expect(page.getByLabel('Numéro de TVA')).toHaveValue('FR44732829320')
    await expect(page.getByText('TVA 20 % en plus')).toBeVisible()
    await page.getByRole('textbox', { name: 'Rue' }).fill('rue du Port')
    await page.getByRole('textbox', { name: 'Code postal' }).fill('44000')
    await page.getByRole('textbox', { name: 'Ville' }).fill('Nantes')
    await page.reload()
    await page.getByRole('button', { name: 'Enregistrer les informations' }).click()
    await expect(page.getByText('Ce SIRET est erroné : sa clé de contrôle ne correspond pas.')).toHaveCount(2)
    await page.getByLabel('SIREN ou SIRET').fill('732 829 320 00074')
    await page.getByLabel('Régime de TVA').selectOption('Franchise en base de TVA (art. 293 B du CGI)')
    await expect(page.getByText('TVA non applicable, art. 293 B du CGI', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Enregistrer les informations' }).click()
    await expect(page.getByText('Informations de facturation enregistrées')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('SIREN ou SIRET')).toHaveValue('73282932000074')
    await expect(page.getByLabel('Numéro de TVA')).toHaveCount(0)
  })
})
