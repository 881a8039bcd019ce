import { expect, type Locator } from '@playwright/test'
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
    await undo()
    loaded.resolve()
    await page.goto('/dashboard')
    await choose('Système')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('French and English parts of a page declare their language', async ({ browser, sampleWorld: portal }) => {
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
    await page.getByRole('button', { name: 'Ajouter un filtre' }).click()
    await page.getByRole('menuitem', { name: 'Status', exact: true }).click()
    expect(await langOf(page.getByRole('option', { name: 'Tous les statuts' }))).toBe('fr')
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /^Pourquoi/ })
      .first()
      .click()
    expect(await langOf(page.getByRole('dialog', { name: 'Pourquoi ce montant' }))).toBe('fr')
    await page.goto('/nowhere')
    expect(await langOf(page.getByText('Oops! Page not found'))).toBe('en')
    await page.goto('/auth')
  })

  test('a toast covers no title or button of a dialog, no focused field and no bar of the page', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/leads', { viewport: { width: 360, height: 480 } })
    const add = page.getByRole('button', { name: 'Add Lead' })
    await add.click()
    const form = page.getByRole('dialog', { name: 'Ajouter un lead' })
    const send = form.getByRole('button', { name: 'Ajouter', exact: true })
    const toast = page.getByRole('alert').filter({ hasText: 'Erreur de validation' })
    const covers = async (covered: Locator) => {
      const [one, other] = [await toast.boundingBox(), await covered.boundingBox()]
      if (!one || !other) return 'not there'
      const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
      return !isBeside && one.y < other.y + other.height && other.y < one.y + one.height
    }
    for (const label of ['Nom du contact', 'Montant estimé (€)']) {
      await send.click()
      const field = form.getByLabel(label)
      await field.focus()
      await field.evaluate((node) => node.scrollIntoView({ block: 'start' }))
      await expect.poll(() => covers(field), label).toBe(false)
    }
    for (const [width, height] of [
      [360, 780],
      [820, 1180],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await send.click()
      for (const part of [form.getByRole('heading'), form.getByRole('button', { name: 'Fermer' }), send])
        await expect.poll(() => covers(part), `${width} ${part}`).toBe(false)
      // It stays while it is pointed at.
      await toast.hover()
      await page.keyboard.press('Escape')
      await expect(form).toBeHidden()
      for (const name of [/Compte de/, /^Rechercher/, 'Add Lead'])
        await expect.poll(() => covers(page.getByRole('button', { name }).first()), `${width} ${name}`).toBe(false)
      await add.click()
    }
  })

  test('a page that paints before its scripts has its styles in the same order as any other page', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const looksAt = async (path: string) => {
      const page = await openAs(browser, portal, camille, path)
      const buttons = ['Déconnexion', /^Rechercher/].map((name) => page.getByRole('button', { name }))
      const looks = buttons.map((button) =>
        button.evaluate((node) => {
          const { padding, borderWidth, color, fontSize } = getComputedStyle(node)
          return [padding, borderWidth, color, fontSize]
        }),
      )
      return Promise.all(looks)
    }
    expect(await looksAt('/dashboard/leads')).toEqual(await looksAt('/dashboard/status'))
  })
})
