import { expect, type Locator, type Page } from '@playwright/test'
import { hold } from './network.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'

const camille = 'camille.lefevre@exemple.fr'

test.describe('appearance', () => {
  test('a theme is chosen in the account menu, kept on the device and applied before the first paint', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard')
    const html = page.locator('html')
    const choose = async (name: string) => {
      await page.getByRole('button', { name: /Compte de/ }).click()
      await page.getByRole('menuitemradio', { name }).click()
    }
    await choose('Sombre')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    const loaded = Promise.withResolvers<void>()
    const undo = await hold(page, '**/assets/*', () => loaded.promise)
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    loaded.resolve()
    await undo()
    await page.goto('/dashboard')
    await choose('Système')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('French and English parts of a page declare their language', async ({ browser, sampleWorld: portal }) => {
    const expectLang = (element: Locator, lang: string) =>
      expect.poll(() => element.first().evaluate((node) => node.closest<HTMLElement>('[lang]')?.lang), `${element}`).toBe(lang)
    const page = await openAs(browser, portal, camille, '/dashboard/leads')
    await page.getByRole('article').first().waitFor()
    for (const [text, lang] of [
      [page.getByText('Manage your opportunities'), 'en'],
      [page.getByText('Voir plus de détails'), 'fr'],
      [page.getByRole('link', { name: 'Importer' }), 'fr'],
      [page.getByPlaceholder('Nom, société ou email'), 'fr'],
      [page.getByText('Aller au contenu'), 'fr'],
    ] as const)
      await expectLang(text, lang)
    await page.getByRole('button', { name: 'Add Lead' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ajouter un lead' })
    await expectLang(dialog, 'fr')
    await dialog.getByRole('button', { name: 'Ajouter' }).click()
    await expectLang(page.getByRole('alert').filter({ hasText: 'Erreur de validation' }), 'fr')
    await page.goto('/dashboard/commissions')
    await page.getByRole('button', { name: 'Ajouter un filtre' }).click()
    await page.getByRole('menuitem', { name: 'Status', exact: true }).click()
    await expectLang(page.getByRole('option', { name: 'Tous les statuts' }), 'fr')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Pourquoi/ })
      .first()
      .click()
    await expectLang(page.getByRole('dialog', { name: 'Pourquoi ce montant' }), 'fr')
    await page.goto('/nowhere')
    await expectLang(page.getByText('Oops! Page not found'), 'en')
    await page.goto('/auth')
  })

  test('a page that paints before its scripts has its styles in the same order as any other page', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const looksOf = (page: Page) => {
      const buttons = ['Déconnexion', /^Rechercher/].map((name) => page.getByRole('button', { name }))
      return Promise.all(
        buttons.map((button) =>
          button.evaluate((node) => {
            const { padding, borderWidth, color, fontSize } = getComputedStyle(node)
            return [padding, borderWidth, color, fontSize]
          }),
        ),
      )
    }
    const usual = await openAs(browser, portal, camille, '/dashboard/status')
    await usual.waitForLoadState('load')
    const looks = await looksOf(usual)
    const early = await openAs(browser, portal, camille, '/dashboard/leads')
    await expect.poll(() => looksOf(early)).toEqual(looks)
  })

  test('between phone and desktop width the menu is collapsed and the status is on one line', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const looks = { viewport: { width: 820, height: 800 } }
    const page = await openAs(browser, portal, 'nadia.benali@exemple.fr', '/dashboard', looks)
    const aside = page.getByRole('complementary', { name: 'Navigation' })
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(80)
    const status = page.getByText('Current Status: Gold — 25%')
    const next = page.getByText(/^€[\d\s]+ to Platinum \(30%\)$/)
    const isOnOneLine = async () => {
      const [one, other] = [await status.boundingBox(), await next.boundingBox()]
      return (one?.height ?? 99) < 30 && Math.abs((one?.y ?? 0) - (other?.y ?? 99)) < 6
    }
    await expect.poll(isOnOneLine).toBe(true)
    await page.getByRole('button', { name: 'Déplier le menu' }).click()
    await expect.poll(async () => (await aside.boundingBox())?.width).toBe(256)
    await page.setViewportSize({ width: 1440, height: 800 })
    await expect(page.getByRole('button', { name: 'Replier le menu' })).toBeVisible()
  })
})
