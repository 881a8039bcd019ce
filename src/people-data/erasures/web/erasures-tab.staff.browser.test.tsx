import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { toast } from '#test/components/toasts.ts'
import { type ErasableLead, type Erasure, erasureRoutes } from '../api.ts'

const idOf = (last: number) => `01890000-0000-7000-8000-00000000006${last}`
const lead = (last: number, more: Partial<ErasableLead>): ErasableLead => ({
  id: idOf(last),
  number: `REF-2026-00000${last}`,
  name: 'Alain Martel',
  company: 'Martel SARL',
  partner: 'Marie Dupont',
  protectedUntil: '2027-05-12T10:00:00.000Z',
  holds: ['money', 'protection'],
  ...more,
})
const held = { holds: ['protection' as const], protectedUntil: '2027-05-12T10:00:00.000Z' }
const erasure = (last: number, more: Partial<Erasure>): Erasure => ({
  id: idOf(last),
  state: 'planned',
  plannedBy: 'Sarah',
  plannedAt: `2026-11-0${last}T08:00:00.000Z`,
  dueAt: `2026-11-0${last + 3}T08:00:00.000Z`,
  doneAt: null,
  leads: [
    { id: idOf(9), number: 'REF-2026-000009', client: 'Fier SA', soleTrader: false, hasCompany: true, outcome: null, ...held },
    {
      id: idOf(8),
      number: null,
      client: null,
      soleTrader: false,
      hasCompany: false,
      outcome: null,
      holds: [],
      protectedUntil: null,
    },
  ],
  person: null,
  period: null,
  mentions: [],
  plan: {
    deleted: {},
    emptied: { leads: 1 },
    kept: [{ table: 'partners', rows: 1, law: 'contract', period: 'contract', days: 1827, until: null }],
    language: null,
  },
  report: null,
  ...more,
})

const openTab = async (items: Erasure[] = [], days = 3) => {
  answer(erasureRoutes.listErasures, { items, days })
  answerLeast(erasureRoutes.listEndedAccounts)
  await openPortal(`${pagePaths.peopleData}?view=erasures`, { as: staff })
}
const find = async (items: ErasableLead[]) => {
  answer(erasureRoutes.findErasable, { items })
  await page.getByRole('button', { name: 'Plan an erasure' }).click()
  const dialog = page.getByRole('dialog', { name: 'Plan an erasure' })
  await dialog.getByLabelText('Address of the person').fill('info@martel.example')
  await dialog.getByRole('button', { name: 'Find' }).click()
  return dialog
}

test('where several names have a mailbox none is ticked, and the ticked lead alone is planned', async () => {
  await openTab()
  const dialog = await find([lead(1, {}), lead(2, { name: 'Jean Kerloc', holds: [] })])
  await expect.element(dialog.getByText('Several names have this mailbox')).toBeVisible()
  const box = (name: RegExp) => dialog.getByRole('checkbox', { name })
  await expect.element(box(/Jean Kerloc/)).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Plan the erasure' }).click()
  await toast('Nothing is erased', 'Please tick at least one lead')
  await box(/Alain Martel/).click()
  await expect.element(dialog.getByText(/Sums: accounts, ten years from the end of the year/)).toBeVisible()
  await expect.element(dialog.getByText(/Protection of its partner: .*, until 12\/05\/2027/)).toBeVisible()
  await expect.element(dialog.getByText(/go on matching other leads/)).toBeVisible()
  await box(/Sole trader/).click()
  await expect.element(dialog.getByText(/go on matching other leads/)).not.toBeInTheDocument()
  const planned = answer(erasureRoutes.planErasure, { id: idOf(5) })
  await dialog.getByRole('button', { name: 'Plan the erasure' }).click()
  await expect.element(page.getByText('The erasure is planned')).toBeVisible()
  expect(planned).toMatchObject([{ body: { leads: [{ id: idOf(1), soleTrader: true }] } }])
})

test('where one name has a mailbox all of its leads are ticked', async () => {
  await openTab()
  const dialog = await find([lead(1, {}), lead(2, { name: 'alain  MARTEL' })])
  await expect.element(dialog.getByRole('checkbox', { name: /REF-2026-000001/ })).toBeChecked()
  await expect.element(dialog.getByRole('checkbox', { name: /REF-2026-000002/ })).toBeChecked()
})

test('what is planned would go, and the rest stays until a day; cards differ by name', async () => {
  await openTab([erasure(3, {}), erasure(2, { state: 'stopped' })])
  const cards = page.getByRole('region', { name: /^Erasure of REF-2026-000009 Fier SA, deleted meanwhile, planned on/ })
  await expect.element(cards.first()).toBeVisible()
  const names = cards.elements().map((each) => each.getAttribute('aria-label'))
  expect([names.length, new Set(names).size]).toEqual([2, 2])
  await expect.element(cards.first().getByText('Would be emptied')).toBeVisible()
  await expect.element(cards.first().getByText(/Partnership and contracts \(1\): .*, 5 years from its end/)).toBeVisible()
  await expect.element(cards.first().getByText(/The company’s name, number and sums stay/)).toBeVisible()
  await expect.element(cards.first().getByText(/Protection of its partner: .*, until 12\/05\/2027/)).toBeVisible()
  await expect.element(cards.first().getByText(/^Planned by Sarah on .*2026/)).toBeVisible()
  await expect.element(cards.nth(1).getByText('Would be emptied')).not.toBeInTheDocument()
  await expect.element(cards.first().getByText(/^(Deleted|Would be deleted)$/)).not.toBeInTheDocument()
})

test('days are saved when the field is left, and said to be; what nobody may choose is not sent', async () => {
  await openTab()
  const sent = answer(erasureRoutes.setErasureDays, undefined)
  const field = page.getByRole('textbox', { name: 'Days before an erasure is done' })
  await field.fill('')
  await page.getByRole('button', { name: 'Plan an erasure' }).click()
  await toast('The days were not saved', 'Please enter whole days, from 0 to 14')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await field.fill('0')
  await page.getByRole('button', { name: 'Plan an erasure' }).click()
  await toast('Days saved', 'An erasure that is planned from now on is done at once.')
  expect(sent).toMatchObject([{ body: { days: 0 } }])
})

test('the dialog names the day of the erasure, and an empty search asks for the address', async () => {
  await openTab()
  const dialog = await find([lead(1, {})])
  await expect.element(dialog.getByText(/^The client of 1 lead is erased on .*; until then it can be stopped/)).toBeVisible()
  await dialog.getByLabelText('Address of the person').fill('')
  await dialog.getByRole('button', { name: 'Find' }).click()
  await expect.element(dialog.getByText('Please enter the address of the person')).toBeVisible()
  await expect.element(dialog.getByLabelText('Address of the person')).toHaveFocus()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('without days an erasure is said to be done at once and for good', async () => {
  await openTab([], 0)
  const dialog = await find([lead(1, {})])
  await expect.element(dialog.getByText(/at once and for good/)).toBeVisible()
  await expect.element(dialog.getByText(/until then it can be stopped/)).not.toBeInTheDocument()
})

test('after a stop its card has the focus, and on a phone no card is wider than the page', async () => {
  await page.viewport(360, 720)
  await openTab([erasure(3, {})])
  const card = page.getByRole('region', { name: /^Erasure of REF-2026-000009 Fier SA/ })
  await expect.element(card).toBeVisible()
  const beside = card.element().getBoundingClientRect()
  for (const each of card.element().querySelectorAll('*'))
    expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(beside.right)
  expect(card.getByRole('heading').first().element().getBoundingClientRect().width).toBeGreaterThan(120)
  answer(erasureRoutes.stopErasure, undefined)
  await card.getByRole('button', { name: 'Stop' }).click()
  answer(erasureRoutes.listErasures, { items: [erasure(3, { state: 'stopped' })], days: 3 })
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
  await expect.element(card.getByRole('heading').first()).toHaveFocus()
})
