import type { Locator, Page } from '@playwright/test'
import { expect, test } from '@playwright/test'
import { password } from '../../demo/story.ts'
import { PortalProcess } from '../running-portal.ts'
import { contrastOf, openAs } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'

/** What the pages of a visitor and of a partner show, in the sample world. */
test.describe('the screens of visitors and partners', () => {
  let portal: PortalProcess
  test.beforeAll(async () => {
    portal = new PortalProcess({}, ['--demo'])
    await portal.start()
  })
  test.afterAll(() => portal?.remove())

  const card = (page: Page, label: string) => page.getByRole('region', { name: new RegExp(`^${label}: `) })

  test('the landing page: title, tagline, three figures, the door for who was invited', async ({ browser }) => {
    const page = await openAs(browser, portal, null, '/')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Atelier Loire')
    await expect(page.getByText('Recommandez nos automatisations')).toBeVisible()
    for (const text of ['15-35%', 'commission', 'tiers', 'infinite potential']) {
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    }
    await expect(page.getByText('réservée aux partenaires invités uniquement')).toBeVisible()
    await page.getByRole('link', { name: 'Accéder à mon espace' }).click()
    await expect(page).toHaveURL(/\/auth$/)
  })

  test('an unknown address shows the 404 page and the way home', async ({ browser }) => {
    const page = await openAs(browser, portal, null, '/nowhere/at/all')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByRole('link', { name: 'Accéder à mon espace' })).toBeVisible()
  })

  test('sign-in: two required fields, busy while it runs, then the dashboard; no way to register', async ({ browser }) => {
    const page = await openAs(browser, portal, null, '/auth')
    await expect(page.getByText('Accès réservé aux partenaires invités uniquement')).toBeVisible()
    for (const label of ['Email', 'Mot de passe'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
    expect(await page.getByRole('button').allInnerTexts()).not.toContainEqual(expect.stringMatching(/inscri|register|sign up/i))
    await page.route('**/api/session', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await page.getByLabel('Email').fill(camille)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByRole('button', { name: 'Connexion...' })).toBeDisabled()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.unrouteAll({ behavior: 'wait' })
    await page.goto('/auth')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('at the door the e-mail has the focus', async ({ browser }) => {
    const page = await openAs(browser, portal, null, '/auth')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.context().close()
  })

  test('light, dark or as the system: chosen in the account menu, kept on the device, there before the first paint', async ({
    browser,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard')
    const html = page.locator('html')
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /Account of/ }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    await choose('Dark')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.route('**/assets/*', () => undefined)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.goto('/dashboard')
    await choose('System')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.context().close()
  })

  test('French and English parts of a page say which they are', async ({ browser }) => {
    const langOf = (element: Locator) => element.first().evaluate((node) => node.closest<HTMLElement>('[lang]')?.lang)
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    await page.getByRole('article').first().waitFor()
    for (const [text, lang] of [
      [page.getByText('Manage your opportunities'), 'en'],
      [page.getByText('Voir plus de détails'), 'fr'],
      [page.getByRole('button', { name: 'Importer' }), 'fr'],
      [page.getByPlaceholder('Nom, société ou email'), 'fr'],
      [page.getByText('Aller au contenu'), 'fr'],
    ] as const)
      expect(await langOf(text)).toBe(lang)
    await page.getByRole('button', { name: 'Add Lead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ajouter un lead' })
    expect(await langOf(dialog)).toBe('fr')
    await dialog.getByRole('button', { name: 'Ajouter' }).click()
    expect(await langOf(page.getByRole('alert').filter({ hasText: 'Erreur de validation' }))).toBe('fr')
    await page.goto('/dashboard/commissions')
    await page.getByRole('combobox', { name: 'Status' }).click()
    expect(await langOf(page.getByRole('option', { name: 'All statuses' }))).toBe('en')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Why/ }).first().click()
    expect(await langOf(page.getByRole('dialog', { name: 'Why this amount' }))).toBe('en')
    await page.goto('/nowhere')
    expect(await langOf(page.getByText('Oops! Page not found'))).toBe('en')
    await page.goto('/auth')
    await page.context().close()
  })

  test('on a phone a toast leaves the field that is being filled free', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 360, height: 480 } })
    await context.request.post('/api/session', { data: { email: camille, password } })
    const page = await context.newPage()
    await page.goto('/dashboard/leads')
    await page.getByRole('button', { name: 'Add Lead' }).click()
    const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
    await form.getByRole('button', { name: 'Ajouter' }).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Erreur de validation' })
    for (const label of ['Nom du contact', 'Montant estimé (€)']) {
      const field = form.getByLabel(label)
      await field.focus()
      await field.evaluate((node) => node.scrollIntoView({ block: 'start' }))
      await expect
        .poll(async () => {
          const [one, other] = [await toast.boundingBox(), await field.boundingBox()]
          return one && other ? one.y + one.height <= other.y || other.y + other.height <= one.y : 'not there'
        }, label)
        .toBe(true)
    }
    await context.close()
  })

  test('without a session every page of the dashboard leads to /auth; while it loads a spinner shows', async ({ browser }) => {
    const page = await openAs(browser, portal, null, '/dashboard/leads')
    await expect(page).toHaveURL(/\/auth$/)
    await page.route('**/api/session', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 2500))
      await route.continue()
    })
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(page.getByRole('status', { name: 'Chargement' }).locator('.mantine-Loader-root')).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('a partner who opens an administrator’s page is sent to the dashboard', async ({ browser }) => {
    for (const path of ['partners', 'admin-leads', 'admin-contracts', 'admin-commissions', 'admin-resources']) {
      const page = await openAs(browser, portal, camille, `/dashboard/${path}`)
      await expect(page).toHaveURL(/\/dashboard$/)
      await page.context().close()
    }
  })

  test('locked entries are dimmed and bear a lock, the others do not', async ({ browser }) => {
    const page = await openAs(browser, portal, 'lea.chevalier@exemple.fr', '/dashboard')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    for (const name of ['Leads', 'Commissions', 'Status', 'Payment Info', 'Resources']) {
      const entry = menu.getByRole('button', { name: `${name} locked` })
      await expect(entry).toBeVisible()
      await expect(entry).toHaveAttribute('data-locked', 'true')
    }
    for (const name of ['Dashboard', 'Contract']) await expect(menu.getByRole('link', { name })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const open = await contrastOf(menu.getByRole('link', { name: 'Contract' }))
      const locked = await contrastOf(menu.getByRole('button', { name: 'Leads locked' }))
      expect(locked, colorScheme).toBeGreaterThanOrEqual(4.5)
      expect(open / locked, colorScheme).toBeGreaterThan(2)
    }
    await page.goto('/dashboard/contract')
    await expect(page.getByText('Atelier Loire is preparing your contract.')).toBeVisible()
    await expect(
      page.getByText('No contract found. Please contact the provider, Atelier Loire (partenaires@atelier-loire.example).'),
    ).toBeVisible()
  })

  test('a partner without a contract is told who prepares it, above the figures, and has no button that leads nowhere', async ({
    browser,
  }) => {
    const lea = await openAs(browser, portal, 'lea.chevalier@exemple.fr', '/dashboard')
    const steps = lea.getByRole('region', { name: 'To get started' })
    await expect(steps).toContainText('Atelier Loire is preparing your contract')
    await expect(steps.getByRole('link', { name: 'partenaires@atelier-loire.example' })).toBeVisible()
    await expect(lea.getByRole('link', { name: 'Sign your contract' })).toHaveCount(0)
    const [first, second] = [await steps.boundingBox(), await lea.getByRole('region', { name: 'Your money' }).boundingBox()]
    expect(first?.y).toBeLessThan(second?.y ?? 0)
    const olivier = await openAs(browser, portal, 'olivier.le.goff@exemple.fr', '/dashboard')
    await olivier.getByRole('link', { name: 'Sign your contract' }).click()
    await expect(olivier).toHaveURL(/\/dashboard\/contract$/)
  })

  test('a partner’s leads: four cards, five columns of 340 pixels with counts, cards with their facts', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    await expect(page.getByText('Manage your opportunities')).toBeVisible()
    for (const label of ['Leads Added', 'Calls Made', 'Deals Signed']) await expect(card(page, label)).toContainText(/\d/)
    await expect(card(page, 'Estimated Revenue')).toContainText(/\d\s€/)
    for (const label of ['Nouveau', 'En cours', 'Appel', 'Signé', 'Perdu']) {
      const column = page.getByRole('region', { name: label, exact: true })
      await expect(column.getByRole('heading', { name: label })).toBeVisible()
      await expect(column.locator('header')).toContainText(/\d/)
      expect((await column.boundingBox())?.width).toBe(340)
    }
    const first = page.getByRole('article').first()
    await expect(first).toContainText(/\d\s€/)
    await expect(first).toContainText(/\d\d\/\d\d\/\d{4}/)
    await expect(first).toContainText(/Automation simple 3-5K€|Star 8-12K€|Custom 30-50K€/)
    await first.getByRole('button', { name: 'Voir plus de détails' }).click()
    const details = page.getByRole('dialog')
    for (const label of ['Société', 'Email', 'Téléphone', "Type d'offre", 'Montant estimé', 'Notes', 'Partenaire']) {
      await expect(details.getByText(label, { exact: true }).first()).toBeVisible()
    }
    await expect(details).toContainText(/\d{1,2} \p{L}+ \d{4} à \d\d:\d\d/u)
    await expect(details).toContainText(/il y a|hier|à l’instant|le mois dernier|la semaine dernière/)
  })

  test('a partner’s commissions: three cards, the note on payment, the history with its columns', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/commissions')
    for (const label of ['Validated', 'Pending', 'Total Paid']) await expect(card(page, label)).toContainText(/\d\s€/)
    await expect(page.getByText(/processed within 30 days after client payment is received/)).toBeVisible()
    await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
    const headers = (await page.getByRole('table').getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
    for (const header of ['Date', 'Revenue', 'Rate', 'Amount', 'Status', 'Paid Date']) expect(headers).toContain(header)
    await expect(page.getByRole('table')).toContainText(/\d,\d\d\s€/)
  })

  test('the roadmap lists every tier with range and rate; the top tier says so', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/status')
    const tiers = page.getByRole('listitem').filter({ hasText: '%' })
    const lines = [/Bronze.*10\s000\s€.*15/s, /Silver.*30\s000\s€.*20/s, /Gold.*75\s000\s€.*25/s, /Platinum.*150\s000\s€.*30/s]
    for (const line of [...lines, /Diamond.*150\s000\s€.*35/s]) await expect(tiers.filter({ hasText: line })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Current tier' })).toContainText('Maximum tier achieved!')
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
    await expect(tiers.filter({ hasText: 'Passed' })).toHaveCount(4)
  })

  test('contract and documents: the agreement, its badge and download, the amendments, the note', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/contract')
    const agreement = page.getByRole('region', { name: 'Partnership Agreement' })
    await expect(agreement).toContainText('Signed')
    await expect(agreement.getByRole('link', { name: 'Download Contract (PDF)' })).toBeVisible()
    const amendments = page.getByRole('region', { name: 'Amendments' })
    await expect(amendments).toContainText('Avenant Platinum')
    await expect(amendments).toContainText('Pending')
    await expect(amendments.getByRole('link', { name: 'Download' })).toBeVisible()
    await expect(page.getByText(/signed with an e-signature service/)).toBeVisible()
    const pending = await openAs(browser, portal, 'olivier.le.goff@exemple.fr', '/dashboard/contract')
    await expect(pending.getByRole('region', { name: 'Partnership Agreement' })).toContainText('Pending Signature')
  })

  test('bank details are there on entry, in their four fields', async ({ browser }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/payment-info')
    await expect(page.getByLabel('Company Name')).toHaveValue('Lefèvre Conseil')
    await expect(page.getByLabel('Country')).toHaveValue('France')
    await expect(page.getByLabel('IBAN')).toHaveValue('FR76 3000 6000 0112 3456 7890 189')
    await expect(page.getByLabel('Address')).toHaveValue(/rue du Port/)
    await expect(page.getByRole('button', { name: 'Save Information' })).toBeVisible()
  })
})
