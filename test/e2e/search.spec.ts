import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { pagePaths } from '../../src/access/domain/page-paths.ts'
import { test } from './portal-fixture.ts'
import { consoleErrors, openAs } from './sample-world.ts'

const partner = 'camille.lefevre@exemple.fr'
/** Partners read it in French. */
const partnerSearch = 'Rechercher'

async function search(page: Page, typed: string, name = 'Search') {
  const field = page.getByRole('combobox', { name })
  await expect(page.getByRole('button', { name }).or(field).first()).toBeVisible()
  if (!(await field.isVisible())) await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await field.fill(typed)
}

/**
 * Numbers on the page that lead nowhere and cannot be copied. One in a title or a sentence counts as well where the dialog, the
 * row or the card around it has a link or a button with it.
 */
function bareNumbers(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pattern = /\b(?:REF|REL|PAY)-\d{4}-[\d-]*\d|\b(?:AF|RC)-\d{4}-\d{4}-\d{5}/g
    const areas = '[role="dialog"], tr, li, article, section'
    const acts = 'a, button, [role="option"], input, select, textarea'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const bare: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      if (!parent?.checkVisibility() || parent.closest(`${acts}, script, style, [role="status"], [role="alert"]`)) continue
      for (const [number] of (node.textContent ?? '').matchAll(pattern)) {
        const buttons = [...(parent.closest(areas)?.querySelectorAll('a, button') ?? [])]
        const isNamed = (each: Element) => `${each.textContent} ${each.getAttribute('aria-label')}`.includes(number)
        if (!buttons.some(isNamed)) bare.push(`${number} in ${parent.outerHTML.slice(0, 120)}`)
      }
    }
    return bare
  })
}

test('the search finds a quoted number and a mistyped name by keyboard, and a partner’s own alone', async ({
  browser,
  sampleWorld: portal,
}) => {
  const staff = await openAs(browser, portal, administrator.email, pagePaths.home)
  const newest = async (page: Page, query = '') => (await (await page.request.get(`/api/payouts?limit=200${query}`)).json()).items
  const camille = await openAs(browser, portal, partner, pagePaths.home)
  const own: { id: string; reference: string }[] = await newest(camille)
  const others: { id: string; reference: string }[] = (await newest(staff)).filter(
    ({ id }: { id: string }) => !own.some((each) => each.id === id),
  )
  const [mine, foreign] = [own[0], others[0]]
  if (!mine || !foreign) throw new Error('the sample world has payouts of several partners')

  await test.step('a number is found as it is typed, and Enter opens its record', async () => {
    await search(staff, foreign.reference.toLowerCase().replaceAll('-', ' '))
    const number = staff.getByRole('group', { name: 'Numbers' }).getByRole('option', { name: foreign.reference })
    await expect(number).toHaveAttribute('aria-selected', 'true')
    await staff.keyboard.press('Enter')
    await expect(staff).toHaveURL(new RegExp(`payout=${foreign.id}$`))
    await expect(staff.getByRole('dialog', { name: foreign.reference })).toBeVisible()
    await staff.keyboard.press('Escape')
    await expect(staff.getByRole('dialog')).toHaveCount(0)
  })

  await test.step('names with a slip are found in their groups, acts by other words for them', async () => {
    await search(staff, 'benlai')
    await expect(staff.getByRole('group', { name: 'Partners' }).getByRole('option', { name: /Nadia Benali/ })).toBeVisible()
    await search(staff, 'palier')
    await expect(staff.getByRole('group', { name: 'Settings' }).getByRole('option').first()).toBeVisible()
    await search(staff, 'nouveau lot')
    await expect(staff.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await staff.keyboard.press('Enter')
    await expect(staff.getByRole('dialog', { name: /New payout run/ })).toBeVisible()
    expect(consoleErrors(staff)).toEqual([])
  })

  await test.step('a partner finds an own number and an own client with a slip, and of others nothing', async () => {
    await search(camille, mine.reference, partnerSearch)
    await expect(camille.getByRole('option', { name: mine.reference })).toBeVisible()
    await search(camille, foreign.reference, partnerSearch)
    await expect(camille.getByText(`Aucun résultat pour « ${foreign.reference} »`)).toBeVisible()
    await search(camille, 'boulagnerie', partnerSearch)
    const lead = camille.getByRole('group', { name: 'Leads' }).getByRole('option').first()
    await expect(lead).toContainText('Boulangerie')
    await camille.keyboard.press('ArrowDown')
    await camille.keyboard.press('ArrowUp')
    await camille.keyboard.press('Enter')
    await expect(camille).toHaveURL(/\/dashboard\/leads\?lead=[0-9a-f-]{36}$/)
    expect(consoleErrors(camille)).toEqual([])
  })
})

test('each number on a page leads to its record or is copied by a click', async ({ browser, sampleWorld: portal }) => {
  const permissions = ['clipboard-read', 'clipboard-write']
  for (const [email, paths] of [
    [administrator.email, [pagePaths.adminPayouts, pagePaths.adminInvoices, pagePaths.registrations, pagePaths.home]],
    [partner, [pagePaths.payouts, pagePaths.commissions, pagePaths.home]],
  ] as const) {
    const page = await openAs(browser, portal, email, paths[0], { permissions })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect.poll(() => bareNumbers(page), `${path} of ${email}`).toEqual([])
    }
    const { items } = await (await page.request.get('/api/payouts?limit=1&sort=-date')).json()
    await page.goto(`${paths[0]}?payout=${items[0].id}`)
    const number = page.getByRole('dialog').getByRole('button', { name: items[0].reference, exact: true })
    await number.focus()
    await page.keyboard.press('Enter')
    await expect(number.getByRole('status')).toHaveText(email === partner ? 'Copié' : 'Copied')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(items[0].reference)
    await expect.poll(() => bareNumbers(page)).toEqual([])
    expect(consoleErrors(page)).toEqual([])
  }
})
