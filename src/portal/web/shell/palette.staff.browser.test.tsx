import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { type SearchHit, searchRoutes } from '#overview/search/api.ts'
import type { HitGroup } from '#overview/search/domain/search-hits.ts'
import { answer } from '#test/components/api.ts'
import { answerStaffLists } from '#test/components/empty-portal.ts'
import { beyondTheEdge } from '#test/components/layout.ts'
import { address, openPortal } from '#test/components/open-portal.tsx'
import { field, group, openPalette, option } from '#test/components/palette.ts'
import { staff } from '#test/components/people.ts'

const partnerId = '01890000-0000-7000-8000-00000000000a'
const leadId = '01890000-0000-7000-8000-00000000000b'
const nadia: SearchHit = {
  kind: 'partner',
  id: partnerId,
  title: 'Nadia Benali',
  detail: 'Benali Expertise',
  path: `${pagePaths.partners}?search=Nadia+Benali`,
}
const joinery: SearchHit = {
  kind: 'lead',
  id: leadId,
  title: 'Lucie Petit',
  detail: 'Menuiserie Petit',
  path: `${pagePaths.adminLeads}?search=Menuiserie`,
}
const found: Readonly<Record<string, { readonly group: HitGroup; readonly hits: SearchHit[] }[]>> = {
  benali: [{ group: 'Partners', hits: [nadia] }],
  menuiserie: [{ group: 'Leads', hits: [joinery] }],
  mar: [
    { group: 'Leads', hits: [joinery] },
    { group: 'Partners', hits: [nadia] },
  ],
}

beforeEach(() => {
  answerStaffLists()
  answer(searchRoutes.search, ({ query }) => ({ groups: found[query.q] ?? [], isComplete: true }))
})

describe('the command palette', () => {
  test('Ctrl K opens a page by keyboard alone, and Escape restores the focus', async () => {
    await openPortal(pagePaths.home, { as: staff })
    const account = page.getByRole('button', { name: /Account of/ })
    await expect.element(account).toBeVisible()
    account.element().focus()
    await openPalette()
    await expect.element(option('Dashboard')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(option('Sign out')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(field()).not.toBeInTheDocument()
    await expect.element(account).toHaveFocus()
    await openPalette()
    await userEvent.keyboard('contr{Enter}')
    await expect.poll(address).toBe(pagePaths.adminContracts)
    await expect.element(page.getByRole('main')).toHaveFocus()
    await openPalette()
    await expect.element(option(/Client payments/)).not.toBeInTheDocument()
    await userEvent.keyboard('client pay')
    await expect.element(option('Client payments Commissions')).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(pagePaths.clientPayments)
    await openPalette()
    await userEvent.keyboard('{Control>}k{/Control}')
    await expect.element(field()).not.toBeInTheDocument()
  })

  test('what the portal finds stands in its group, the first of it is chosen, and nothing found is said', async () => {
    await openPortal(pagePaths.home, { as: staff })
    await page.getByRole('button', { name: 'Search' }).click()
    await field().fill('benali')
    await group('Partners')
      .getByRole('option', { name: /Nadia Benali/ })
      .click()
    await expect.poll(address).toBe(nadia.path)
    await openPalette()
    await field().fill('zzzz')
    await expect.element(page.getByText('No result for “zzzz”')).toBeVisible()
    await field().fill('menuiserie')
    await expect.element(group('Leads').getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(joinery.path)
  })

  test('the appearance is chosen in it', async () => {
    await openPortal(pagePaths.home, { as: staff })
    await openPalette()
    await userEvent.keyboard('dark{Enter}')
    await expect.element(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  })

  test('the palette fits a phone of 360 pixels, with and without results', async () => {
    await page.viewport(360, 800)
    await openPortal(pagePaths.home, { as: staff })
    await openPalette()
    await expect.poll(beyondTheEdge).toBe(0)
    await field().fill('mar')
    await expect.element(group('Leads')).toBeVisible()
    await expect.poll(beyondTheEdge).toBe(0)
    await field().fill('zzzz')
    await expect.element(page.getByText('No result for “zzzz”')).toBeVisible()
    await expect.poll(beyondTheEdge).toBe(0)
  })
})
