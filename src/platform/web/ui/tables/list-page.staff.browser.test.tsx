import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { type SavedView, savedViewRoutes } from '#accounts/saved-views/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commission, commissionRoutes } from '#money/commissions/api/commissions.ts'
import { eventJournalRoutes } from '#operations/journal/api.ts'
import { partnerRoutes, person } from '#partners/partners/api/partners.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { answerStaffLists, boardOf, sampleLead } from '#test/components/empty-portal.ts'
import { holdTimers } from '#test/components/held-timers.ts'
import { address, openPortal, visit } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'

const idOf = (place: number) => `01890000-0000-7000-8000-0000000001${String(place).padStart(2, '0')}`
const camille = { id: idOf(1), name: 'Camille Lefèvre', deleted: false }

beforeEach(answerStaffLists)

describe('the search of a list', () => {
  const people = ['Olivier Le Goff', 'Camille Lefèvre'].map((fullName, place) => ({
    ...sampleOf(person),
    id: idOf(place),
    fullName,
    role: 'partner' as const,
  }))
  const search = page.getByRole('searchbox', { name: 'Search partners' })
  const olivier = page.getByRole('row', { name: 'Olivier Le Goff' })
  const answerPeople = () =>
    answer(partnerRoutes.listPartners, ({ query }) => {
      const items = people.filter(({ fullName }) => fullName.toLowerCase().includes(query.search ?? ''))
      return { items, nextCursor: null }
    })

  test('it is asked from its third letter on; a shorter one after a pause, or at once with Enter', async () => {
    const asked = answerPeople()
    const searches = () => asked.flatMap(({ query }) => query.search ?? [])
    await openPortal(`${pagePaths.partners}?role=partner`, { as: staff })
    await expect.element(olivier).toBeVisible()
    const endPause = holdTimers(1000)
    for (const typed of ['g', 'go', 'gof']) await search.fill(typed)
    await expect.poll(address).toBe(`${pagePaths.partners}?role=partner&search=gof`)
    await expect.element(olivier).toBeVisible()
    await search.fill('go')
    await userEvent.keyboard('{Enter}')
    await expect.poll(address).toBe(`${pagePaths.partners}?role=partner&search=go`)
    await search.fill('g')
    endPause()
    await expect.poll(address).toBe(`${pagePaths.partners}?role=partner&search=g`)
    await expect.element(olivier).toBeVisible()
    await expect.poll(searches).toEqual(['gof', 'go', 'g'])
  })

  test('clearing filters discards pending input; too long a text finds nothing', async () => {
    answerPeople()
    await openPortal(`${pagePaths.partners}?role=partner`, { as: staff })
    await expect.element(olivier).toBeVisible()
    const endPause = holdTimers(200)
    await search.fill('zzz')
    await page.getByRole('search', { name: 'Search partners' }).getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(address).toBe(pagePaths.partners)
    endPause()
    await expect.element(search).toHaveValue('')
    await expect.element(olivier).toBeVisible()
    expect(address()).toBe(pagePaths.partners)
    await search.fill('x'.repeat(300))
    await expect.element(page.getByText('No result for these filters')).toBeVisible()
  })

  test.for([
    `${pagePaths.adminCommissions}?partner=nobody`,
    `${pagePaths.adminLeads}?partner=nobody`,
    `${pagePaths.adminLeads}?search=%00`,
  ])('the invalid address %s is applied as far as possible', async (invalid) => {
    answer(commissionRoutes.listCommissions, { items: [{ ...sampleOf(commission), partner: camille }], nextCursor: null })
    answer(leadRoutes.leadBoard, boardOf([{ ...sampleLead, partner: camille }]))
    await openPortal(invalid, { as: staff })
    await expect.element(page.getByText('Camille Lefèvre').first()).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument()
  })
})

describe('the view of a list', () => {
  const rows = (['en_attente', 'valide', 'valide'] as const).map((status, place) => ({
    ...sampleOf(commission),
    id: idOf(place),
    partner: camille,
    lead: { id: idOf(place + 10), name: 'Lucie Petit', company: 'Garage Petit' },
    status,
    can: { ...sampleOf(commission).can, pay: status === 'valide', validate: status === 'en_attente' },
  }))
  const table = page.getByRole('region', { name: 'All Commissions' })
  const firstRow = table.getByRole('row').nth(1)
  const header = (name: string) => table.getByRole('columnheader', { name, exact: true })
  const savedView = page.getByRole('link', { name: 'À payer' })
  const openView = () => page.getByRole('button', { name: 'View', exact: true }).click()
  const top = () => firstRow.element().getBoundingClientRect().top
  let views: SavedView[]

  beforeEach(() => {
    views = []
    answer(commissionRoutes.listCommissions, ({ query }) => ({
      items: rows.filter(({ status }) => !query.status || status === query.status),
      nextCursor: null,
    }))
    answer(savedViewRoutes.listSavedViews, () => ({ views }))
    answer(savedViewRoutes.saveView, ({ body }) => {
      const view = { ...body, id: idOf(50) }
      views = [view]
      return view
    })
    answer(savedViewRoutes.deleteSavedView, () => {
      views = []
    })
  })

  test('a figure filters, and choosing rows moves nothing', async () => {
    await openPortal(pagePaths.adminCommissions, { as: staff })
    const figure = page.getByRole('region', { name: 'Validated: To be paid' }).getByRole('button')
    await figure.click()
    await expect.element(figure).toHaveAttribute('aria-pressed', 'true')
    await expect.element(page.getByRole('button', { name: 'Status: Validated' })).toBeVisible()
    await expect.element(firstRow).toMatchTextContent('Validated')
    await expect.poll(() => document.title).toBe('Commissions')
    const before = top()
    await table.getByRole('checkbox', { name: 'Choose all that are shown' }).click()
    await expect.element(page.getByRole('region', { name: 'Chosen commissions' })).toBeInViewport({ ratio: 1 })
    expect(top()).toBe(before)
  })

  test('columns are chosen, and the view is kept under a name', async () => {
    await openPortal(`${pagePaths.adminCommissions}?status=valide`, { as: staff })
    await expect.element(header('Lead')).toBeVisible()
    await openView()
    await page.getByRole('checkbox', { name: 'Lead', exact: true }).click()
    await expect.element(header('Lead')).not.toBeInTheDocument()
    await page.getByRole('textbox', { name: 'Name of this view' }).fill('À payer')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.element(savedView).toBeVisible()
    expect(views).toEqual([{ id: idOf(50), page: pagePaths.adminCommissions, name: 'À payer', query: address().split('?')[1] }])
    await userEvent.keyboard('{Escape}')
    await expect.element(savedView).not.toBeInTheDocument()
    visit(pagePaths.adminCommissions)
    await expect.element(header('Lead')).toBeVisible()
    await openView()
    await savedView.click()
    await expect.poll(address).toMatch(/status=valide.*columns=|columns=.*status=valide/)
    await expect.element(header('Lead')).not.toBeInTheDocument()
    await openView()
    await page.getByRole('button', { name: 'Delete the view À payer' }).click()
    await expect.element(savedView).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('textbox', { name: 'Name of this view' })).not.toBeInTheDocument()
  })
})

test('a row opens its record beside the list, which stays in use, and Back closes it', async () => {
  const items = [9, 8, 7, 6].map((seq) => {
    const { recordHash, prevHash, salt, record, isWhole, ...row } = sampleOf(eventJournalRoutes.getJournalRow.returns)
    return { ...row, seq, id: idOf(seq), name: 'lead.created', hash: 'a'.repeat(64), occurredAt: '2026-11-02T08:00:00.000000Z' }
  })
  answer(eventJournalRoutes.listJournal, { items, nextCursor: null })
  answerLeast(eventJournalRoutes.listJournalRoots)
  answer(eventJournalRoutes.getJournalRow, ({ params }) => ({
    ...sampleOf(eventJournalRoutes.getJournalRow.returns),
    ...items.find(({ seq }) => seq === params.seq),
  }))
  await openPortal(pagePaths.journal, { as: staff })
  const rows = page.getByRole('region', { name: 'Event log' }).getByRole('row')
  await rows.nth(2).getByRole('cell').nth(1).click()
  await expect.element(page.getByRole('dialog', { name: 'Row 8' })).toBeVisible()
  await rows.nth(4).getByRole('cell').nth(1).click()
  await expect.element(page.getByRole('dialog', { name: 'Row 6' })).toBeVisible()
  await expect.element(page.getByRole('dialog')).toHaveLength(1)
  history.back()
  await expect.element(page.getByRole('dialog')).toHaveLength(0)
  await expect.poll(address).toBe(pagePaths.journal)
})
