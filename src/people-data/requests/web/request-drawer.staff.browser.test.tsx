import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { type ErasableLead, erasureRoutes } from '#people-data/erasures/api.ts'
import { requestAddress } from '#platform/api/route.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import type { FoundItem } from '../api/found-data.ts'
import { type PeopleRequest, requestRoutes } from '../api/requests.ts'

const id = '01890000-0000-7000-8000-000000000061'
const fileId = '01890000-0000-7000-8000-000000000062'
const request: PeopleRequest = {
  ...sampleOf(requestRoutes.enterRequest.returns),
  id,
  wish: 'forget',
  channel: 'page',
  email: 'odile@personne.example',
  can: { extend: true, answer: true },
}
const file: FoundItem = {
  item: 'files.name x',
  kind: 'file',
  where: 'Files, Name',
  text: 'devis.pdf',
  fileId,
  shown: null,
  reason: '',
}
const lead: ErasableLead = {
  id: '01890000-0000-7000-8000-000000000063',
  number: 'REF-2026-000001',
  name: 'Odile Oubli',
  company: '',
  partner: 'Marie Dupont',
  protectedUntil: null,
  holds: [],
}
const found = {
  tables: [{ table: 'Files', rows: 1 }],
  phones: [],
  items: [file],
  erasable: [lead],
  erasureDays: 3,
  erasure: null,
  reports: [],
}
const planIt = page.getByRole('button', { name: 'Plan the erasure' })

describe('a request about data', () => {
  const open = (more: Partial<PeopleRequest> = {}, foundMore: object = {}) => {
    answer(requestRoutes.getRequest, { request: { ...request, ...more }, found: { ...found, ...foundMore } })
    return openPortal(`${pagePaths.peopleData}?request=${id}`, { as: staff })
  }
  beforeEach(() => {
    answer(requestRoutes.listRequests, { items: [], nextCursor: null })
    answer(requestRoutes.readClientList, { holds: true })
    answerLeast(erasureRoutes.listErasures)
  })

  test('has a link to a found file, and says that an erasure needs no reading', async () => {
    await open()
    const address = requestAddress(requestRoutes.foundFile, { params: { id, fileId } })
    await expect.element(page.getByRole('link', { name: 'Open the file devis.pdf' })).toHaveAttribute('href', address)
    await expect.element(page.getByText('An erasure goes without reading.')).toBeVisible()
    await expect.element(planIt).toBeVisible()
  })

  test('tells the day of an erasure that is planned, with the way there, and plans none again', async () => {
    await open({}, { erasable: [], erasure: { dueAt: '2026-12-03T08:00:00.000Z' } })
    await expect.element(page.getByText('The erasure is planned for')).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'See the erasures' })).toBeVisible()
    await expect.element(planIt).not.toBeInTheDocument()
  })

  test('takes into its answer the reports of its own erasures alone, and refuses nobody unasked', async () => {
    await page.viewport(360, 720)
    answerLeast(erasureRoutes.listErasures)
    const read = answer(erasureRoutes.erasureReport, undefined)
    await open({}, { reports: [{ id: fileId, doneAt: '2026-12-03T08:00:00.000Z' }] })
    await page.getByRole('button', { name: 'Answer' }).click()
    const insert = page.getByRole('button', { name: /^Insert the report of .*2026/ })
    await expect.element(insert).toBeVisible()
    expect(page.getByRole('button', { name: /^Insert the report/ }).elements()).toHaveLength(1)
    const label = insert.element().querySelector('.mantine-Button-label')
    expect(label?.scrollWidth).toBeLessThanOrEqual(label?.clientWidth ?? 0)
    await expect.element(page.getByRole('checkbox', { name: 'Refuse this contact from now on' })).not.toBeChecked()
    await insert.click()
    await expect.poll(() => read.map(({ params }) => params)).toEqual([{ id: fileId }])
  })

  test('without an address is planned from the leads that staff have said are theirs', async () => {
    const candidate: FoundItem = { ...file, item: 'lead x', kind: 'candidate', text: 'Odile Oubli', fileId: null }
    const call = { email: '', name: 'Odile Oubli', phone: '0612345678', channel: 'call' as const }
    await open(call, { tables: [], items: [candidate], erasable: [] })
    await expect.element(page.getByText('No address was given: say below which leads are the person’s.')).toBeVisible()
    await expect.element(planIt).not.toBeInTheDocument()
    answer(requestRoutes.getRequest, {
      request: { ...request, ...call },
      found: { ...found, items: [{ ...candidate, shown: true }] },
    })
    answer(requestRoutes.chooseItems, undefined)
    const show = page.getByRole('button', { name: 'Show' })
    await show.click()
    await expect.element(planIt).toBeVisible()
    await expect.element(show).toHaveFocus()
    await planIt.click()
    const dialog = page.getByRole('dialog', { name: 'Plan an erasure' })
    await expect.element(dialog.getByRole('checkbox', { name: /Odile Oubli/ })).toBeChecked()
    const planned = answer(erasureRoutes.planErasure, { id: fileId })
    await dialog.getByRole('button', { name: 'Plan the erasure' }).click()
    await expect
      .poll(() => planned.map(({ body }) => body))
      .toEqual([{ leads: [{ id: lead.id, soleTrader: false }], requestId: id }])
  })

  test('that is answered asks nobody to read texts', async () => {
    const at = '2026-11-30T08:00:00.000Z'
    await open({ answer: { at, by: null, outcome: 'done', report: 'Effacé.' }, can: { extend: false, answer: false } })
    await expect.element(page.getByText('Effacé.')).toBeVisible()
    await expect.element(page.getByText('Read these first')).not.toBeInTheDocument()
  })

  test('is extended by a letter where no email reaches the person', async () => {
    await open({ email: '', name: 'Odile Oubli', channel: 'letter' })
    await page.getByRole('button', { name: 'Take two months more' }).click()
    await expect.element(page.getByText('Tell the person this reason by letter', { exact: false })).toBeVisible()
  })
})
