import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { addCommissionByApi, otherStaff } from './colleagues.ts'
import { maxTaskMs } from './max-task.ts'
import { test } from './portal-fixture.ts'
import { readAfter } from './read-after.ts'
import { openAs } from './sample-world.ts'
import { toast, visit } from './steps.ts'

const path = '/dashboard/admin-commissions'
const camille = { email: 'camille.lefevre@exemple.fr', fullName: 'Camille Lefèvre' }

/** '1 234,50 €' in cents, with any kind of space. */
function centsOf(text: string): number {
  const amount = /([\d\s]+),(\d\d)\s€/.exec(text)
  if (!amount) throw new Error(`no amount in ${text}`)
  return Number(amount[1]?.replace(/\s/g, '')) * 100 + Number(amount[2])
}

test.describe('commissions for staff and partners', () => {
  const rowsOf = (page: Page) => page.getByRole('region', { name: 'All Commissions' }).locator('tbody').getByRole('row')

  test('search, filters and sort order are in the URL, and the total follows them', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, path)
    const table = page.getByRole('region', { name: 'All Commissions' })
    const total = table.locator('tfoot')
    await expect(total).toContainText('Total')
    const all = centsOf((await total.textContent()) ?? '')
    // By keyboard alone; the first key opens the list on what is chosen.
    await page.getByRole('button', { name: 'Add filter' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Status' })).toBeFocused()
    await page.keyboard.press('Enter')
    const status = page.getByRole('combobox', { name: 'Status' })
    await expect(status).toBeFocused()
    await expect(status).toHaveAttribute('aria-expanded', 'true')
    const optionId = await page.getByRole('option', { name: 'All statuses' }).getAttribute('id')
    await expect(status).toHaveAttribute('aria-activedescendant', optionId ?? 'none')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const chip = page.getByRole('button', { name: 'Status: Pending' })
    await expect(chip).toBeFocused()
    await expect(page).toHaveURL(/status=en_attente/)
    await expect(total).toContainText('Total of these')
    const rowAmounts = async () => {
      const amounts = await rowsOf(page)
        .getByText(/^\s*[\d\s]+,\d\d\s€\s*$/)
        .allTextContents()
      return amounts.map(centsOf)
    }
    const rowSum = async () => (await rowAmounts()).reduce((sum, cents) => sum + cents, 0)
    const totalCents = async () => centsOf((await total.textContent()) ?? '')
    await expect.poll(totalCents).toBeLessThan(all)
    await expect(async () => expect(await rowSum()).toBe(await totalCents())).toPass()

    await table.getByRole('button', { name: 'Amount' }).click()
    await expect(page).toHaveURL(/sort=-amount/)
    await expect(table.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending')
    const descending = async () => (await rowAmounts()).every((cents, at, list) => at === 0 || cents <= (list[at - 1] ?? 0))
    await expect.poll(descending).toBe(true)

    await table.getByRole('button', { name: 'Partner' }).click()
    await expect(page).toHaveURL(/sort=partner/)
    await expect(table.getByRole('columnheader', { name: 'Partner' })).toHaveAttribute('aria-sort', 'ascending')
    await table.getByRole('button', { name: 'Date', exact: true }).click()
    await expect(table.getByRole('columnheader', { name: 'Date', exact: true })).toHaveAttribute('aria-sort', 'descending')

    await page.getByRole('searchbox', { name: 'Search commissions' }).fill('nobody of this name')
    await expect(page.getByRole('heading', { name: 'No result for these filters' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page).not.toHaveURL(/status=|search=/)
    await page.goto(`${path}?status=valide&sort=-amount`)
    await expect(rowsOf(page).first()).toContainText('Validated')
  })

  test('a partner contests an amount, staff keep the amount from the tab of disputes, and both read it', async ({
    browser,
    changedWorld: portal,
  }) => {
    const bonus = 'Prime du stand'
    await addCommissionByApi(await otherStaff(browser, portal), camille.fullName, bonus, 100_000)
    const partner = await openAs(browser, portal, camille.email, '/dashboard/commissions?search=prime%20du%20stand')
    await partner.getByRole('button', { name: new RegExp(`^Pourquoi .* pour ${bonus}`) }).click()
    await partner.getByRole('button', { name: 'Contester' }).click()
    const form = partner.getByRole('dialog', { name: 'Contester ce montant' })
    await form.getByLabel('Ce qui ne va pas').fill('Le devis signé est plus élevé.')
    await form.getByRole('button', { name: 'Contester' }).click()
    await expect(partner.getByRole('log')).toContainText('Le devis signé est plus élevé.')
    const staff = await openAs(browser, portal, administrator.email, `${path}/disputes?state=open`)
    await staff.getByRole('button', { name: new RegExp(`^Answer the dispute.*${bonus}`) }).click()
    const dialog = staff.getByRole('dialog', { name: 'Why this amount' })
    await expect(dialog.getByRole('log')).toContainText('Le devis signé est plus élevé.')
    await dialog.getByLabel('Your answer').fill('Le montant est celui de la signature.')
    await dialog.getByRole('button', { name: 'Keep the amount' }).click()
    await toast(staff, 'Amount kept')
    await expect(partner.getByRole('log')).toContainText('Le montant est celui de la signature.')
    await expect(partner.getByRole('dialog')).toContainText('Contestation : montant maintenu')
  })

  test('fifty rows are sorted in short tasks', { tag: '@seconds' }, async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, path)
    await expect(rowsOf(page)).toHaveCount(50)
    const table = page.getByRole('region', { name: 'All Commissions', exact: true })
    const sortEach = async () => {
      const longest: Record<string, number> = {}
      for (const [column, by] of [
        ['Lead', 'lead'],
        ['Amount', '-amount'],
        ['Partner', 'partner'],
      ] as const) {
        longest[column] = await maxTaskMs(browser, page, async () => {
          const answer = page.waitForResponse(new RegExp(`/api/commissions\\?.*sort=${by}`))
          await table.getByRole('columnheader', { name: column, exact: true }).getByRole('button').click()
          await answer
          await expect(table).toHaveAttribute('aria-busy', 'false')
          await expect(rowsOf(page)).toHaveCount(50)
        })
      }
      test.info().annotations.push({ type: 'longest task in ms of processor time', description: JSON.stringify(longest) })
      return Object.values(longest)
    }
    const isShort = (milliseconds: number) => milliseconds < 50
    if (!(await sortEach()).every(isShort)) {
      // A collection of garbage may fall into one of them: what is long has to be so again. Loaded anew, as the answers are kept.
      await page.goto(path)
      await expect(rowsOf(page)).toHaveCount(50)
      expect((await sortEach()).filter((milliseconds) => !isShort(milliseconds))).toEqual([])
    }
  })

  test('selecting one of fifty rows renders that row alone', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, path)
    await expect(rowsOf(page)).toHaveCount(50)
    const table = page.getByRole('region', { name: 'All Commissions', exact: true })
    const touched = await table.evaluateHandle((region) => {
      const rows = new Set<Element>()
      new MutationObserver((records) => {
        for (const { target } of records) {
          const row = (target instanceof Element ? target : target.parentElement)?.closest('tbody tr')
          if (row) rows.add(row)
        }
      }).observe(region, { subtree: true, childList: true, attributes: true, characterData: true })
      return rows
    })
    await rowsOf(page).getByRole('checkbox').first().check()
    const chosen = expect(page.getByRole('region', { name: 'Chosen commissions' })).toBeVisible()
    expect(await readAfter(chosen, () => touched.evaluate((rows) => rows.size))).toBeLessThanOrEqual(1)
  })

  test('the CSV has the filtered rows', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, `${path}?status=valide`)
    await expect(rowsOf(page).first()).toContainText('Validated')
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'CSV' }).click()])
    expect(download.suggestedFilename()).toMatch(/^commissions-\d{4}-\d\d-\d\d\.csv$/)
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    await expect(rowsOf(page)).toHaveCount(lines.length - 1)
    expect(lines.slice(1).every((line) => line.includes(';Validated;'))).toBe(true)
  })

  test('several are validated together: the button and the confirmation show count, partners and amount', async ({
    browser,
    changedWorld: portal,
  }) => {
    const staff = await otherStaff(browser, portal)
    for (const description of ['Prime groupée 1', 'Prime groupée 2']) {
      await addCommissionByApi(staff, camille.fullName, description, 100_000)
    }
    const page = await openAs(browser, portal, administrator.email, `${path}?status=en_attente&search=prime%20groupee`)
    const choices = rowsOf(page).getByRole('checkbox')
    await expect(rowsOf(page)).toContainText(['Pending', 'Pending'])
    await choices.nth(0).check()
    await choices.nth(1).check()
    const bar = page.getByRole('region', { name: 'Chosen commissions' })
    await bar.getByRole('button', { name: /^Validate 2 commissions, .*200,00\s€/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Validate commissions' })
    await expect(dialog).toContainText(/200,00\s€/)
    await dialog.getByRole('button', { name: /^Validate / }).click()
    await toast(page, 'Commissions validated', '2 commissions')
    await expect(bar).toHaveCount(0)
    await visit(page, `${path}?status=valide&search=prime%20groupee`)
    await expect(page.getByRole('button', { name: 'Mark as Paid' })).toHaveCount(2)
    await page.getByRole('checkbox', { name: 'Choose all that are shown' }).check()
    await expect(bar.getByRole('button', { name: /^Mark 2 commissions as paid, / })).toBeVisible()
  })

  test('one is added by hand, corrected, explained to its partner, and removed', async ({ browser, changedWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, path)
    await page.getByRole('button', { name: 'Add commission' }).click()
    const adding = page.getByRole('dialog', { name: 'Add commission' })
    await adding.getByRole('button', { name: 'Add commission' }).click()
    await toast(page, 'Missing fields', 'Please fill in all required fields')
    await adding.getByRole('combobox', { name: 'Partner' }).fill('lefevre')
    await page.getByRole('option', { name: /Camille Lefèvre/ }).click()
    await adding.getByLabel('What it is for').fill('Prime du salon de Nantes')
    await adding.getByLabel('Revenue (€)').fill('1000')
    await adding.getByLabel('Rate (%)').fill('12,5')
    await expect(adding).toContainText(/Commission: 125,00\s€/)
    await adding.getByRole('button', { name: 'Add commission' }).click()
    await toast(page, 'Commission added')
    const row = page.getByRole('row', { name: /Prime du salon de Nantes/ })
    await expect(row).toContainText('Added by hand')

    const menu = row.getByRole('button', { name: 'More about Prime du salon de Nantes' })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Correct' }).click()
    const correcting = page.getByRole('dialog', { name: 'Correct commission' })
    await correcting.getByLabel('Revenue (€)').fill('2000')
    await expect(correcting).toContainText(/New amount: 250,00\s€/)
    await correcting.getByRole('button', { name: 'Correct' }).click()
    await toast(page, 'Commission corrected')

    const partner = await openAs(browser, portal, camille.email, '/dashboard/commissions')
    await partner.getByRole('searchbox', { name: 'Chercher une commission' }).fill('salon de nantes')
    await partner.getByRole('button', { name: /^Pourquoi 250,00\s€ pour Prime du salon de Nantes/ }).click()
    const why = partner.getByRole('dialog', { name: 'Pourquoi ce montant' })
    await expect(why).toContainText(/2\s000,00\s€ × 12,5\s% = 250,00\s€/)
    await expect(why).toContainText(/Corrigée de 1\s000,00\s€ × 12,5\s% = 125,00\s€/)

    await menu.click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    const removing = page.getByRole('dialog', { name: 'Remove commission' })
    await expect(removing).toContainText(/250,00\s€ for Camille Lefèvre \(Prime du salon de Nantes\)/)
    await removing.getByRole('button', { name: 'Remove' }).click()
    await toast(page, 'Commission removed')
    await expect(row).toHaveCount(0)
  })

  test('a commission’s form reports an incomplete number at its field, and finds names without accents', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-commissions')
    await page.getByRole('button', { name: 'Add commission' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add commission' })
    await dialog.getByRole('button', { name: 'Add commission' }).click()
    await expect(dialog.getByRole('combobox', { name: 'Partner' })).toBeFocused()
    await toast(page, 'Missing fields', 'Please fill in all required fields')
    await dialog.getByRole('combobox', { name: 'Partner' }).fill('ines gar')
    await dialog.getByRole('option', { name: /Inès Garnier/ }).click()
    await dialog.getByLabel('What it is for').fill('Prime de salon')
    await dialog.getByLabel('Revenue (€)').fill('1000')
    const rate = dialog.getByLabel('Rate (%)')
    for (const half of ['-', ',', '-5', '999', '101']) {
      await rate.fill('')
      await rate.pressSequentially(half)
      await expect(dialog.getByText('Without a rate, the one of the partner’s tier applies.')).toBeVisible()
    }
    await rate.fill('-')
    await rate.press('Enter')
    await toast(page, 'Missing fields', 'The rate must be between 0 and 100%')
    await rate.fill('101')
    await rate.press('Enter')
    await toast(page, 'Missing fields', 'The rate must be between 0 and 100%')
    await expect(rate).toHaveValue('101')
    await rate.fill('12,5')
    await expect(dialog.getByText(/^Commission: 125,00\s€$/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Add commission' }).dblclick()
    await toast(page, 'Commission added', 'of revenue, to be validated')
    await expect(page.getByText('Prime de salon')).toHaveCount(1)
  })

  test('partners and contracts are filtered and sorted by their URL too', async ({ browser, sampleWorld: portal }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/partners?state=invited')
    const people = page.getByRole('region', { name: 'Partners' }).locator('tbody').getByRole('row')
    await expect(people).toHaveCount(1)
    await expect(people.first()).toContainText('Invited')
    await visit(page, '/dashboard/partners?contract=signe&sort=-revenue')
    await expect(people.first()).toContainText('Camille Lefèvre')
    await visit(page, '/dashboard/admin-contracts?type=amendment&search=camille')
    await expect(page.getByRole('region', { name: 'Pending Signature' }).locator('tbody').getByRole('row')).toHaveCount(1)
  })
})
