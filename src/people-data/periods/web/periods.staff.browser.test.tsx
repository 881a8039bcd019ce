import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { registerRoutes } from '#people-data/register/api.ts'
import { daysInForce } from '#people-data/register/domain/periods.ts'
import { answer, refuse } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { periodRoutes } from '../api.ts'

const days = daysInForce({})
const state = {
  days,
  reasons: {},
  isConfirmed: false,
  confirmedAt: null,
  ranAt: null,
  removed: {},
  going: [{ period: 'invitation' as const, label: 'Jamais Venue', goesAt: '2026-11-30T12:00:00.000Z' }],
  counts: { invitation: 1, mail: 12 },
  next: { mail: 7 },
}

describe('periods of data', () => {
  beforeEach(() => {
    answer(registerRoutes.processingRecord, {
      ...sampleOf(registerRoutes.processingRecord.returns),
      activities: [{ purpose: 'referrals', of: ['client'], periods: ['lead'], laws: ['claims'] }],
      days,
    })
    answer(periodRoutes.listPeriods, state)
  })
  const open = () => openPortal(`${pagePaths.peopleData}?view=register`, { as: staff })

  test('what goes is listed, and goes only once somebody has confirmed the periods that they read', async () => {
    refuse(periodRoutes.confirmPeriods, 'Confirm it is you', 'confirmation_required')
    await open()
    await expect.element(page.getByText('Jamais Venue, Invitation that nobody took')).toBeVisible()
    await page.getByRole('button', { name: 'Confirm these periods' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm these periods' })
    await expect.element(dialog.getByText('Recipient and subject of an email: 7')).toBeVisible()
    const confirmed = answer(periodRoutes.confirmPeriods, undefined)
    await dialog.getByLabelText('Your password').fill('un mot de passe long')
    await dialog.getByRole('button', { name: 'Confirm these periods' }).click()
    await expect.poll(() => confirmed.map(({ body }) => body)).toEqual([{ days, password: 'un mot de passe long' }])
  })

  test('longer than usual is saved with a reason alone, and shorter than the law’s not at all', async () => {
    const chosen = answer(periodRoutes.choosePeriod, undefined)
    await open()
    await page.getByRole('button', { name: 'Change: Accounting' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabelText('Days').fill('100')
    await expect.element(dialog.getByText('The law asks for at least 3653 days')).toBeVisible()
    await dialog.getByLabelText('Days').fill('0')
    await dialog.getByLabelText('Reason').click()
    await expect.element(dialog.getByText('Please enter whole days, from 1 to')).toBeVisible()
    await expect.element(dialog.getByLabelText('Days')).toHaveValue('0')
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(chosen).toEqual([])
    await dialog.getByLabelText('Days').fill('4000')
    await expect.element(dialog.getByText('= 4000 days; usual: 10 years')).toBeVisible()
    await dialog.getByLabelText('Reason').fill('A trial')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => chosen.map(({ body }) => body)).toEqual([{ days: 4000, reason: 'A trial' }])
  })

  test('the record of processing says whose data is kept for what, and can be downloaded', async () => {
    await open()
    await expect.element(page.getByRole('region', { name: 'Clients whom partners recommend' })).toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'Download (Markdown)' }))
      .toHaveAttribute('href', '/api/people-data/record.md')
  })
})
