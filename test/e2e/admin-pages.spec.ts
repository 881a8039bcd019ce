import { expect, type Page } from '@playwright/test'
import { administrator, password } from '../../demo/content.ts'
import { answer } from './network.ts'
import { test } from './portal-fixture.ts'
import { openAs } from './sample-world.ts'
import { addFilter, toast, visit } from './steps.ts'

const camille = 'camille.lefevre@exemple.fr'
const card = (page: Page, label: string) => page.getByRole('region', { name: new RegExp(`^${label}\\s?: `) })

test.describe('administrator pages', () => {
  test('both menus have exactly the specified entries', async ({ browser, sampleWorld: portal }) => {
    const expectEntries = async (page: Page, menuName: string, entries: readonly (readonly [string, string])[]) => {
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      const menu = page.getByRole('navigation', { name: menuName })
      const links = menu.getByRole('link')
      // The number of what is unread or to do is no part of the entry.
      const namesWithNumbers = entries.map(([name]) => new RegExp(`^${name}(\\s+\\d+\\+?(\\s+(à faire|to do))?)?\\s*$`))
      await expect(links).toHaveText(namesWithNumbers, { useInnerText: true })
      for (const [at, [, path]] of entries.entries()) await expect(links.nth(at)).toHaveAttribute('href', path)
      await expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('data-active', 'true')
      await expect(menu.locator('[data-active]')).toHaveCount(1)
    }
    const partner = await openAs(browser, portal, camille, '/dashboard')
    await expectEntries(partner, 'Menu principal', [
      ['Dashboard', '/dashboard'],
      ['Leads', '/dashboard/leads'],
      ['Commissions', '/dashboard/commissions'],
      ['Status', '/dashboard/status'],
      ['Contract', '/dashboard/contract'],
      ['Payment Info', '/dashboard/payment-info'],
      ['Resources', '/dashboard/resources'],
    ])
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    await expectEntries(admin, 'Main menu', [
      ['Dashboard', '/dashboard'],
      ['Partners', '/dashboard/partners'],
      ['Leads', '/dashboard/admin-leads'],
      ['Contracts', '/dashboard/admin-contracts'],
      ['Commissions', '/dashboard/admin-commissions'],
      ['Resources', '/dashboard/admin-resources'],
    ])
    await expect(admin.getByRole('complementary', { name: 'Navigation' })).toContainText('Admin')
    await expect(partner.getByRole('complementary', { name: 'Navigation' })).not.toContainText('Admin')
    await expect(admin.getByText('Admin Console — Connected as Administrator')).toBeVisible()
    await expect(partner.getByText('Admin Console')).toHaveCount(0)
  })

  test('the overview: four cards with their hints, a partner’s status card, three buttons for administrators', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const labels = ['Total Opportunities', 'Contracts Signed', 'Total Commissions', 'Pending Payments'] as const
    const partnerHints = [/\d.*leads/is, /Leads signés/, /\d\s€.*Toutes les commissions/s, /\d\s€.*Pas encore payé/s] as const
    const staffHints = [/\d.*leads/is, /Signed leads/, /\d\s€.*All commissions/s, /\d\s€.*Not yet paid/s] as const
    const partner = await openAs(browser, portal, camille, '/dashboard')
    const admin = await openAs(browser, portal, administrator.email, '/dashboard')
    for (const [page, hints] of [
      [partner, partnerHints],
      [admin, staffHints],
    ] as const) {
      await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
      await expect(page.getByText(/Welcome to .* partner cockpit/)).toBeVisible()
      for (const [index, label] of labels.entries()) await expect(card(page, label)).toContainText(hints[index] ?? '')
    }
    const status = partner.getByRole('region', { name: 'Current Status' })
    await expect(status).toContainText('Diamond')
    await expect(status).toContainText(/35\s%/)
    await expect(status).toContainText(/Total revenue generated\s*\d[\d\s]+€/)
    await expect(partner.getByText('Current Status: Diamond — 35%')).toBeVisible()
    for (const name of ['Invite Partner', 'Add Contract', 'Add Resource']) {
      await expect(admin.getByRole('button', { name, exact: true })).toBeVisible()
      await expect(partner.getByRole('button', { name, exact: true })).toHaveCount(0)
    }
  })

  test('partners download resources from three tabs, which administrators fill', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, camille, '/dashboard/resources')
    const resource = page.getByRole('article', { name: 'Guide du partenaire' })
    await expect(resource).toContainText('De la première conversation')
    await expect(resource.getByRole('link', { name: /Download/ })).toBeVisible()
    for (const tab of ['Visuals', 'Tools', 'Documents']) await page.getByRole('tab', { name: tab }).click()
    const empty = await openAs(browser, portal, administrator.email, '/dashboard/admin-resources')
    await answer(empty, '**/api/resources?category=outils*', { json: { items: [], nextCursor: null } })
    await empty.getByRole('tab', { name: 'Tools' }).click()
    await expect(empty.getByText('No resources available in this category yet')).toBeVisible()
    await empty.getByRole('tab', { name: 'Visuals' }).click()
    const link = empty.getByRole('article', { name: 'Visuels pour LinkedIn' })
    await expect(link.getByRole('link', { name: /Open Link/ })).toHaveAttribute('href', /^https:/)
    await expect(link.getByRole('button', { name: /Delete/ })).toBeVisible()
    await expect(empty.getByRole('article', { name: 'Affiche A3' }).getByRole('link', { name: /Download/ })).toBeVisible()
    await expect(empty.getByRole('button', { name: 'Add Resource' })).toBeVisible()
  })

  test('a new or updated resource is marked until it is opened, and is edited in place', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, 'sophie.moreau@exemple.fr', '/dashboard/resources')
    const guide = page.getByRole('article', { name: 'Guide du partenaire' })
    await expect(guide).toContainText('Le chapitre sur la protection')
    await expect(guide).toContainText('Mis à jour')
    const model = page.getByRole('article', { name: 'Modèle de message' })
    await expect(model).toContainText('Nouveau')
    await guide.getByRole('button', { name: 'Aperçu' }).click()
    const preview = page.getByRole('dialog', { name: 'Guide du partenaire' })
    await expect(preview.locator('canvas').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(guide).not.toContainText('Mis à jour')

    const staff = await openAs(browser, portal, administrator.email, '/dashboard/admin-resources')
    const edit = async () => {
      await staff.getByRole('article', { name: 'Modèle de message' }).getByRole('button', { name: 'Edit' }).click()
      return staff.getByRole('dialog', { name: 'Edit Modèle de message' })
    }
    const form = await edit()
    await form.getByRole('textbox', { name: 'Description' }).fill('Dix lignes, à signer de votre nom.')
    await form.getByRole('switch', { name: 'Replace the document' }).click()
    await form.getByRole('tab', { name: 'External link' }).click()
    await form.getByRole('textbox', { name: 'Link', exact: true }).fill('https://atelier-loire.example/modele')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(staff, 'Missing note', 'Say what changed')
    await form.getByRole('textbox', { name: 'What changed' }).fill('Le ton est plus simple.')
    await form.getByRole('button', { name: 'Save' }).click()
    await toast(staff, 'Resource saved', 'Version 2')
    await expect(model).toContainText('Le ton est plus simple.')
    await expect(model.getByRole('link', { name: /Download/ })).toHaveAttribute('href', /modele$/)
    const history = await edit()
    await expect(history.getByRole('link', { name: /^Version 1/ })).toBeVisible()
  })

  test('partners management: its columns, and for administrators neither Validate, Revoke nor Delete', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners')
    await expect(page.getByRole('heading', { name: 'Partners Management' })).toBeVisible()
    const table = page.getByRole('table')
    await expect(table.getByRole('row', { name: /Camille/ })).toContainText(/\d\s€.*\d\d\/\d\d\/\d{4}/s)
    // In the fallback font, which is wider, it can be cards for a moment.
    for (const header of ['Partner', 'Company', 'Role', 'Contract', 'Total Revenue', 'Joined', 'Actions']) {
      await expect(table.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
    }
    await expect(table.getByRole('row', { name: /Camille/ }).getByRole('button', { name: 'Revoke' })).toBeVisible()
    await expect(table.getByRole('row', { name: /Olivier/ }).getByRole('button', { name: 'Validate' })).toBeVisible()
    const own = table.getByRole('row', { name: new RegExp(administrator.fullName) })
    for (const name of ['Validate', 'Revoke', 'Delete']) await expect(own.getByRole('button', { name })).toHaveCount(0)
    await page.getByRole('button', { name: 'Add Partner' }).click()
    await expect(page.getByRole('dialog', { name: 'Invite New Partner' })).toBeVisible()
  })

  test('columns go by their priority where the width lacks; none alternates where the others just fit', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners')
    const row = page.getByRole('table').getByRole('row', { name: /Camille/ })
    await expect(row).toBeVisible()
    await page.evaluate(() => document.fonts.ready)
    /** The layouts of the next twelve frames, each once: the numbers of the cells that are gone. */
    const layoutsAt = async (width: number) => {
      await page.setViewportSize({ width, height: 800 })
      return page.evaluate(async () => {
        const layouts = new Set<string>()
        const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        for (const _settled of [1, 2, 3]) await nextFrame()
        for (let frame = 0; frame < 12; frame++) {
          await nextFrame()
          const table = document.querySelector<HTMLElement>('.data-table')
          layouts.add(table?.dataset.cards ? 'cards' : (table?.dataset.dropped ?? 'all'))
        }
        return [...layouts]
      })
    }
    // All columns that hold something fit at 1 920 pixels and do not at 800: halving finds where they just fit.
    const full = (await layoutsAt(1920)).join()
    const isFull = async (width: number) => (await layoutsAt(width)).join() === full
    let [some, all] = [800, 1920]
    while (all - some > 1) {
      const middle = Math.floor((some + all) / 2)
      if (await isFull(middle)) all = middle
      else some = middle
    }
    const seen = []
    for (let width = some - 3; width <= all + 3; width++) seen.push(await layoutsAt(width))
    expect(seen.map((layouts) => layouts.length)).toEqual(Array(8).fill(1))
    // Below the width at which they just fit they do not, from it on they do.
    const layouts = seen.map(([layout]) => layout)
    const last = layouts.at(-1)
    expect(layouts.map((layout) => layout === last)).toEqual([...Array(4).fill(false), ...Array(4).fill(true)])
    // What one decides by stays; what is gone is in the row.
    await layoutsAt(1024)
    for (const header of ['Partner', 'Contract', 'Total Revenue', 'Actions'])
      await expect(page.getByRole('columnheader', { name: header, exact: true })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Joined', exact: true })).toBeHidden()
    await row.getByRole('button', { name: /^Show more of this row: .*Joined/ }).click()
    await expect(page.getByRole('row', { name: /^Role.*Joined/ })).toContainText(/\d\d\/\d\d\/\d{4}/)
  })

  test('bank details: staff filter by their state, see IBANs masked, and reveal one with their password', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners')
    const row = (name: RegExp) => page.getByRole('table').getByRole('row', { name })
    await expect(row(/Mathieu/)).toContainText('Wrong IBAN checksum')
    await expect(row(/Thomas/)).toContainText('New IBAN (72 h)')
    await expect(row(/Inès/)).toContainText('Bank details missing')
    await addFilter(page, 'Bank details')
    await page.getByRole('option', { name: 'IBAN shared' }).click()
    await expect(row(/Camille/)).toHaveCount(0)
    await expect(row(/Julien/)).toContainText('FR76 •••• 4429')
    await expect(row(/Sophie/)).toContainText('Shared IBAN')
    await page.getByRole('button', { name: 'More about Sophie Moreau' }).click()
    await page.getByRole('menuitem', { name: 'Bank details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Bank details of Sophie Moreau' })
    await expect(dialog).toContainText('Julien Perrin')
    await dialog.getByRole('button', { name: 'Reveal' }).click()
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByRole('button', { name: 'Reveal' }).click()
    await expect(dialog).toContainText('FR76 3000 6000 0111 1222 3334 429')
    await expect(dialog).toContainText(new RegExp(`by ${administrator.fullName}`))
  })

  test('billing data: staff filter by what is missing, and correct what there is', async ({ browser, changedWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners')
    const row = (name: RegExp) => page.getByRole('table').getByRole('row', { name })
    await expect(row(/Sophie/)).toContainText('Billing data missing')
    await addFilter(page, 'Billing')
    await page.getByRole('option', { name: 'Own invoice' }).click()
    await expect(row(/Sophie/)).toHaveCount(0)
    await page.getByRole('button', { name: 'More about Julien Perrin' }).click()
    await page.getByRole('menuitem', { name: 'Billing' }).click()
    const dialog = page.getByRole('dialog', { name: 'Billing of Julien Perrin' })
    await expect(dialog).toContainText('Reverse charge')
    await dialog.getByRole('textbox', { name: 'Postcode' }).fill('1050')
    await dialog.getByRole('button', { name: 'Correct' }).click()
    await expect(page.getByText('Billing data corrected')).toBeVisible()
    const owner = await openAs(browser, portal, 'julien.perrin@exemple.fr', '/dashboard/payment-info/billing')
    await expect(owner.getByRole('status').filter({ hasText: 'a corrigé ces informations le' })).toBeVisible()
    await expect(owner.getByRole('textbox', { name: 'Code postal' })).toHaveValue('1050')
  })

  test('contracts management: pending and signed contracts, with their columns and buttons', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    await expect(page.getByRole('heading', { name: 'Signed Contracts' })).toBeVisible()
    const row = page.getByRole('row', { name: /Olivier/ })
    await expect(row.getByRole('link', { name: 'View' })).toBeVisible()
    for (const name of ['Validate', 'Delete']) await expect(row.getByRole('button', { name })).toBeVisible()
    const pending = page.getByRole('region', { name: 'Pending Signature' })
    for (const name of ['Partner', 'Type', 'Tier', 'Created', 'Actions'])
      await expect(pending.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add Contract', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload/Assign Contract' })
    for (const tab of ['File', 'External link']) await expect(dialog.getByRole('tab', { name: tab })).toBeVisible()
  })

  test('global commissions: six cards, with Pending twice, and each row’s next step as its button', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions')
    await expect(page.getByRole('heading', { name: 'Global Commissions' })).toBeVisible()
    for (const label of ['Total', 'Validated', 'Paid', 'Active Partners']) await expect(card(page, label)).toContainText(/\d/)
    const pending = card(page, 'Pending')
    await expect(pending).toHaveCount(2)
    await expect(pending.nth(0)).toContainText(/\d\s€.*Amount/s)
    await expect(pending.nth(1)).toContainText(/\d+\s*Commissions/s)
    const table = page.getByRole('region', { name: 'All Commissions' })
    await expect(table.getByRole('row').nth(1)).toBeVisible()
    for (const [status, name] of [
      ['Pending', 'Validate'],
      ['Validated', 'Mark as Paid'],
    ] as const) {
      const buttons = table.getByRole('button', { name, exact: true })
      const waits = /on hold:|Disputed|Dispute answered|Payout REL|due as the client pays/
      const ready = table.getByRole('row').filter({ has: page.getByText(status, { exact: true }), hasNotText: waits })
      // Counted again together: rows may come with another page of the answer.
      await expect(async () => expect(await buttons.count()).toBe(await ready.count())).toPass()
      const rows = table.getByRole('row').filter({ has: buttons })
      await expect(rows.filter({ hasNotText: status })).toHaveCount(0)
    }
    const paid = table.getByRole('row').filter({ has: page.getByText('Paid', { exact: true }) })
    await expect(paid.getByRole('button', { name: /^(Validate|Mark as Paid)$/ })).toHaveCount(0)
  })

  test('all leads: five cards, a search, filters by partner and status, the board', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-leads')
    for (const label of ['Total Leads', 'In Progress', 'Deals Signed', 'Lost'])
      await expect(card(page, label)).toContainText(/\d/)
    await expect(card(page, 'Estimated Revenue')).toContainText(/\d\s€/)
    const first = page.getByRole('article').first()
    const name = (await first.getAttribute('aria-label')) ?? ''
    await page.getByRole('searchbox', { name: 'Search leads' }).fill(name.toUpperCase())
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('article', { name }).first()).toBeVisible()
    const allFit = async () => (await page.getByRole('article').allTextContents()).every((each) => each.includes(name))
    await expect.poll(allFit).toBe(true)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Perdu' }).click()
    await expect(page.getByRole('region', { name: 'Nouveau', exact: true })).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Perdu', exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'All statuses' }).click()
    await page.getByRole('combobox', { name: 'Partner' }).click()
    await page.getByRole('option', { name: /Claire Fontaine/ }).click()
    await expect(page.getByRole('article').first()).toContainText('Claire Fontaine')
    await expect(page.getByRole('article').filter({ hasText: 'Camille Lefèvre' })).toHaveCount(0)
  })

  test('what staff act on is apart from what waits for others, all of it in sight; charts are below', async ({
    browser,
    sampleWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard')
    const list = page.getByRole('region', { name: 'For you' })
    await expect(list.getByRole('list').first()).toContainText('has no contract')
    await expect(list.getByRole('list').first()).not.toContainText('to sign')
    await page.setViewportSize({ width: 1440, height: 900 })
    const leftOf = async (name: string) => (await page.getByRole('region', { name }).boundingBox())?.x ?? 0
    await expect(async () => {
      expect(await leftOf('For you')).toBeLessThan(await leftOf('Money and pipeline'))
      expect(await leftOf('Money and pipeline')).toBeLessThan(await leftOf('Unread'))
    }).toPass()
    for (const name of ['For you', 'Money and pipeline', 'Unread'])
      await expect
        .poll(async () => {
          const box = await page.getByRole('region', { name }).boundingBox()
          return box && Math.ceil(box.y + box.height)
        })
        .toBeLessThanOrEqual(900)
    const others = list.getByRole('group').filter({ hasText: 'Waiting for others' })
    await others.locator('summary').click()
    await expect(others).toContainText(/the partner, since \d\d\/\d\d\/\d{4}/)
    await others
      .getByRole('button', { name: /^Remind: / })
      .first()
      .click()
    await expect(page.getByRole('dialog', { name: 'Remind by email' })).toContainText('Nobody is reminded twice within an hour')
    await page.keyboard.press('Escape')
    await list.getByRole('button', { name: /^Pay again: REL-/ }).click()
    await expect(page.getByRole('dialog', { name: 'Pay again' })).toContainText(/The bank returned it: .+/)
    await page.keyboard.press('Escape')
    const act = list.getByRole('button', { name: /^Approve: REL-/ })
    await act.click()
    await expect(page.getByRole('dialog', { name: 'Approve payout' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(act).toBeFocused()
    await list.getByRole('link', { name: /has no contract/ }).click()
    await expect(page.getByRole('region', { name: 'Partners' }).locator('tbody').getByRole('row')).toHaveCount(1)
    await visit(page, '/dashboard')
    await expect(page.getByRole('heading', { name: 'Pipeline by stage' })).toBeVisible()
  })
})
