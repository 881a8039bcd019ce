import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { findings } from './axe.ts'
import { answer, reason, refuse } from './network.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { visit } from './steps.ts'

const camille = 'camille.lefevre@exemple.fr'
const olivier = 'Olivier Le Goff'

/** Empty, filtered and failed lists. */
test.describe('lists', () => {
  test('every list of an empty portal has an empty state', async ({ browser, sampleWorld: portal }) => {
    const lists = [
      [administrator.email, 'partners', ['No partners yet']],
      [administrator.email, 'admin-commissions', ['No commissions yet']],
      [administrator.email, 'admin-contracts', ['No contract is waiting for a signature', 'No contract is signed yet']],
      [camille, 'commissions', ['No commissions yet']],
      [camille, 'contract', ['No contract found. Please contact the provider']],
      [camille, 'resources', ['No resources available in this category yet']],
    ] as const
    for (const [email, path, texts] of lists) {
      const page = await openAs(browser, portal, email, '/')
      await answer(page, /\/api\/(partners|commissions|contracts|resources)(\?.*)?$/, { json: { items: [], nextCursor: null } })
      await visit(page, `/dashboard/${path}`)
      for (const text of texts) await expect(page.getByText(text).first(), path).toBeVisible()
      await page.close()
    }
  })

  test('the empty state for partners appears although administrators are listed', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/')
    const { items } = await (await page.request.get('/api/partners?role=admin')).json()
    await answer(page, /\/api\/partners\?/, { json: { items, nextCursor: null } })
    await answer(page, /\/api\/partners\/summary\?role=partner/, { json: { count: 0, totalRevenueCents: 0 } })
    await visit(page, '/dashboard/partners')
    await expect(page.getByText('No partners yet')).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(administrator.fullName) })).toBeVisible()
    await page.getByRole('button', { name: 'Invite the first partner' }).click()
    await expect(page.getByRole('dialog', { name: 'Invite New Partner' })).toBeVisible()
  })

  test('an empty column says Aucun lead', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads?search=clinique%20brunet')
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(page.getByText('Aucun lead', { exact: true })).toHaveCount(4)
  })

  test('a search is asked from its third letter on; a shorter one after a pause, or at once with Enter', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners?role=partner')
    const searches: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const word = searchParams.get('search')
      if (pathname === '/api/partners' && word) searches.push(word)
    })
    const search = page.getByRole('searchbox', { name: 'Search partners' })
    // Slower than what the page waits for more letters of a longer word.
    await search.pressSequentially('gof', { delay: 400 })
    await expect(page).toHaveURL(/search=gof$/)
    await expect(page.getByRole('row', { name: olivier })).toBeVisible()
    // Enter alone can ask for it: the pause for more letters takes longer than this test.
    await page.evaluate(() => {
      const { setTimeout } = window
      const slower = (run: () => void, ms?: number) => setTimeout(run, ms === 1000 ? 300_000 : ms)
      Object.assign(window, { setTimeout: slower, usualTimeout: setTimeout })
    })
    await search.fill('go')
    await search.press('Enter')
    await expect(page).toHaveURL(/search=go$/)
    await page.evaluate(() => Object.assign(window, { setTimeout: Reflect.get(window, 'usualTimeout') }))
    await search.fill('g')
    await expect(page).toHaveURL(/search=g$/)
    await expect(page.getByRole('row', { name: olivier })).toBeVisible()
    expect(searches).toEqual(['gof', 'go', 'g'])
    await page.close()
  })

  test('clearing filters discards pending input; an invalid URL is applied as far as possible', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners?role=partner')
    const search = page.getByRole('searchbox', { name: 'Search partners' })
    await search.pressSequentially('zzz')
    // The empty list offers it as well, once the answer is there.
    await page.getByRole('search', { name: 'Search partners' }).getByRole('button', { name: 'Clear filters' }).click()
    await expect(page).toHaveURL(`${portal.url}/dashboard/partners`)
    await page.waitForTimeout(500)
    await expect(page).toHaveURL(`${portal.url}/dashboard/partners`)
    await expect(search).toHaveValue('')
    await expect(page.getByRole('row', { name: olivier })).toBeVisible()
    await search.fill('x'.repeat(300))
    await expect(page.getByText('No result for these filters')).toBeVisible()
    for (const address of ['admin-commissions?partner=nobody', 'admin-leads?partner=nobody', 'admin-leads?search=%00']) {
      await visit(page, `/dashboard/${address}`)
      await expect(page.getByText('Camille Lefèvre').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Réessayer' })).toHaveCount(0)
    }
  })

  test('a list that fails to load says so and offers a retry, on every page', async ({ browser, sampleWorld: portal }) => {
    const lists = {
      [administrator.email]: {
        '/dashboard': '**/api/overview',
        '/dashboard/partners': '**/api/partners?*',
        '/dashboard/admin-leads': '**/api/leads/board?*',
        '/dashboard/admin-contracts': '**/api/contracts?*',
        '/dashboard/admin-commissions': '**/api/commissions?*',
        '/dashboard/admin-resources': '**/api/resources?*',
      },
      [camille]: {
        '/dashboard': '**/api/overview',
        '/dashboard/leads': '**/api/leads/board?*',
        '/dashboard/commissions': '**/api/commissions?*',
        '/dashboard/status': '**/api/me/standing',
        '/dashboard/contract': '**/api/contracts*',
        '/dashboard/resources': '**/api/resources?*',
        '/dashboard/payment-info': '**/api/payment-info',
      },
    }
    for (const [email, pages] of Object.entries(lists)) {
      const page = await openAs(browser, portal, email, '/')
      const notLoaded = email === camille ? 'Impossible de charger ces données' : 'These data could not be loaded'
      for (const [path, address] of Object.entries(pages)) {
        const undo = await refuse(page, address)
        await page.goto(path)
        const failed = page.getByRole('alert').filter({ hasText: notLoaded })
        await expect(failed.first(), path).toContainText(reason)
        // The two lists of contracts fail separately; the five columns of a board are one list.
        await expect(failed, path).toHaveCount(path === '/dashboard/admin-contracts' ? 2 : 1)
        await undo()
        for (let left = await failed.count(); left > 0; left = await failed.count()) {
          await failed.first().getByRole('button', { name: 'Réessayer' }).click()
          await expect(failed).toHaveCount(left - 1)
        }
        if (path.endsWith('leads')) await expect(page.getByRole('article').first()).toBeVisible()
      }
      await page.close()
    }
  })

  test('a figure filters, columns are chosen, and the view is kept under a name; choosing rows moves nothing', async ({
    browser,
    changedWorld: portal,
  }) => {
    const path = '/dashboard/admin-commissions'
    const page = await openAs(browser, portal, administrator.email, path)
    const table = page.getByRole('region', { name: 'All Commissions' })
    const figure = page.getByRole('region', { name: 'Validated: To be paid' }).getByRole('button')
    const header = (name: string) => table.getByRole('columnheader', { name, exact: true })
    const openView = () => page.getByRole('button', { name: 'View', exact: true }).click()

    await figure.click()
    await expect(figure).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByRole('button', { name: 'Status: Validated' })).toBeVisible()
    await expect(table.locator('tbody').getByRole('row').first()).toContainText('Validated')
    expect(await page.title()).toBe('Commissions')

    const top = async () => (await table.locator('tbody').getByRole('row').first().boundingBox())?.y
    const before = await top()
    await table.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
    await expect(page.getByRole('region', { name: 'Chosen commissions' })).toBeInViewport({ ratio: 1 })
    expect(await top()).toBe(before)
    expect(await findings(page)).toEqual([])

    await openView()
    await page.getByRole('checkbox', { name: 'Lead', exact: true }).click()
    await expect(header('Lead')).toHaveCount(0)
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('À payer')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('link', { name: 'À payer' })).toBeVisible()
    expect(await findings(page)).toEqual([])

    // Another tab of the person has it too.
    const other = await openAs(browser, portal, administrator.email, path)
    await expect(other.getByRole('columnheader', { name: 'Lead', exact: true })).toBeVisible()
    await other.getByRole('button', { name: 'View', exact: true }).click()
    await other.getByRole('link', { name: 'À payer' }).click()
    await expect(other).toHaveURL(/status=valide.*columns=|columns=.*status=valide/)
    await expect(other.getByRole('columnheader', { name: 'Lead', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Delete the view À payer' }).click()
    await expect(page.getByRole('link', { name: 'À payer' })).toHaveCount(0)
  })

  test('a row opens its record beside the list, which stays in use, and Back closes it', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/journal')
    const rows = page.getByRole('region', { name: 'Event log' }).locator('tbody').getByRole('row')
    const numberOf = async (index: number) => (await rows.nth(index).getByRole('cell').first().textContent())?.trim()
    await rows.nth(1).getByRole('cell').nth(1).click()
    const panel = page.getByRole('dialog')
    await expect(page.getByRole('dialog', { name: `Row ${await numberOf(1)}` })).toBeVisible()
    await rows.nth(3).getByRole('cell').nth(1).click()
    await expect(page.getByRole('dialog', { name: `Row ${await numberOf(3)}` })).toBeVisible()
    await expect(panel).toHaveCount(1)
    await page.goBack()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(/\/journal$/)
  })
})
