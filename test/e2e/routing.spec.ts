import { expect } from '@playwright/test'
import { password } from '../../demo/content.ts'
import { hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { contrastOf, openAs } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'

/** Routing for visitors, partners and locked partners. */
test.describe('routing and access', () => {
  test('the landing page: title, tagline, three figures, the sign-in for invited partners', async ({
    browser,
    sampleWorld: portal,
  }) => {
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

  test('an unknown URL shows the 404 page with a link home', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, null, '/nowhere/at/all')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.goto('/dashboard/nowhere')
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page.getByRole('link', { name: 'Accéder à mon espace' })).toBeVisible()
  })

  test('sign-in: two required fields, busy while it runs, then the dashboard; no way to register', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, null, '/auth')
    await expect(page.getByText('Accès réservé aux partenaires invités uniquement')).toBeVisible()
    for (const label of ['E-mail', 'Mot de passe'])
      await expect(page.getByLabel(label, { exact: true })).toHaveAttribute('required')
    await expect(page.getByRole('button', { name: /inscri|register|sign up/i })).toHaveCount(0)
    const { promise: busyWasSeen, resolve: sawBusy } = Promise.withResolvers<void>()
    await hold(page, '**/api/session', () => busyWasSeen)
    await page.getByLabel('E-mail').fill(camille)
    await page.getByLabel('Mot de passe', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Se connecter' }).click()
    await expect(page.getByRole('button', { name: 'Connexion...' })).toBeDisabled()
    sawBusy()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/auth')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('on the sign-in page the e-mail has the focus', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, null, '/auth')
    await expect(page.getByLabel('E-mail')).toBeFocused()
  })

  test('without a session every dashboard page redirects to /auth; a spinner shows while it loads', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, null, '/dashboard/leads')
    await expect(page).toHaveURL(/\/auth$/)
    const { promise: spinnerWasSeen, resolve: sawSpinner } = Promise.withResolvers<void>()
    await hold(page, '**/api/session', () => spinnerWasSeen)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(page.getByRole('status', { name: 'Chargement' }).locator('.mantine-Loader-root')).toBeVisible()
    const endless = () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).length
    await expect.poll(() => page.evaluate(endless), 'who prefers reduced motion sees nothing move on').toBe(0)
    sawSpinner()
    await expect(page).toHaveURL(/\/auth$/)
  })

  test('a partner who opens an administrator’s page is redirected to the dashboard', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    for (const path of ['partners', 'admin-leads', 'admin-contracts', 'admin-commissions', 'admin-resources']) {
      await page.goto(`/dashboard/${path}`)
      await expect(page).toHaveURL(/\/dashboard$/)
    }
  })

  test('locked entries are dimmed with a lock icon, the others are not', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, 'lea.chevalier@exemple.fr', '/dashboard')
    const menu = page.getByRole('navigation', { name: 'Menu principal' })
    for (const name of ['Leads', 'Commissions', 'Status', 'Payment Info', 'Resources']) {
      const entry = menu.getByRole('button', { name: `${name} verrouillé` })
      await expect(entry).toBeVisible()
      await expect(entry).toHaveAttribute('data-locked', 'true')
    }
    for (const name of ['Dashboard', 'Contract']) await expect(menu.getByRole('link', { name })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      // While the theme changes, colours are between the two.
      await expect(async () => {
        const open = await contrastOf(menu.getByRole('link', { name: 'Contract' }))
        const locked = await contrastOf(menu.getByRole('button', { name: 'Leads verrouillé' }))
        expect(locked, colorScheme).toBeGreaterThanOrEqual(4.5)
        expect(open / locked, colorScheme).toBeGreaterThan(2)
      }).toPass()
    }
    await page.goto('/dashboard/contract')
    await expect(page.getByText('Atelier Loire prépare votre contrat.')).toBeVisible()
    await expect(
      page.getByText('No contract found. Please contact the provider, Atelier Loire (partenaires@atelier-loire.example).'),
    ).toBeVisible()
  })
})
