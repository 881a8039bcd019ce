import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerNameRoutes } from '#accounts/people/api.ts'
import { savedViewRoutes } from '#accounts/saved-views/api.ts'
import { answer, answerLeast } from '#test/components/api.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { staff } from '#test/components/people.ts'
import { sampleOf } from '#test/components/sample-of.ts'
import { clientPaymentRoutes } from '../api/client-payments.ts'

test('a payment of a day before the signature is recorded once what follows from it was read', async () => {
  const { listClientPayments, clientPaymentSummary, listPayableLeads, leadReceipts } = clientPaymentRoutes
  answerLeast(listClientPayments, clientPaymentSummary, leadReceipts)
  answerLeast(partnerNameRoutes.partnerNames, savedViewRoutes.listSavedViews)
  const lead = { ...sampleOf(listPayableLeads.returns.shape.leads._zod.def.element), company: 'Bernard', obstacle: null }
  answer(listPayableLeads, { leads: [lead] })
  const question = '20/12/2025 is before Bernard was signed, on 20/01/2026.'
  answer(clientPaymentRoutes.previewClientPayment, ({ query }) => ({
    ...sampleOf(clientPaymentRoutes.previewClientPayment.returns),
    outcome: 'ready' as const,
    commissionCents: 15_000,
    note: 'The client left after 1 of 24 months.',
    message: query.receivedOn < '2026-01-20' ? question : null,
  }))
  const sent = answer(clientPaymentRoutes.recordClientPayment, sampleOf(clientPaymentRoutes.recordClientPayment.returns))
  await openPortal(pagePaths.clientPayments, { as: staff })
  await page.getByRole('button', { name: 'Add payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add client payment' })
  await dialog.getByRole('combobox', { name: 'Lead' }).click()
  await page.getByRole('option', { name: /^Bernard/ }).click()
  await dialog.getByLabelText('Client’s invoice').fill('F-1')
  await dialog.getByLabelText('Amount net of VAT').fill('1000')
  await expect.element(dialog.getByText('The client left after 1 of 24 months.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Add payment' })).toBeVisible()
  await dialog.getByLabelText('Received on').fill('2025-12-20')
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(question)
  await dialog.getByRole('button', { name: 'Record it all the same' }).click()
  await expect.poll(() => sent.map(({ body }) => body.seenCommissionCents)).toEqual([15_000])
})

test.each([
  [20, /still expected afterwards/],
  [null, /^payable by/],
])('at a rate of %s what is left to pay is said only where it will bring a commission', async (ratePercent, said) => {
  const { listClientPayments, clientPaymentSummary, listPayableLeads, leadReceipts } = clientPaymentRoutes
  answerLeast(listClientPayments, clientPaymentSummary, leadReceipts)
  answerLeast(partnerNameRoutes.partnerNames, savedViewRoutes.listSavedViews)
  const lead = { ...sampleOf(listPayableLeads.returns.shape.leads._zod.def.element), company: 'Bernard', obstacle: null }
  answer(listPayableLeads, { leads: [lead] })
  answer(clientPaymentRoutes.previewClientPayment, {
    ...sampleOf(clientPaymentRoutes.previewClientPayment.returns),
    outcome: 'ready' as const,
    message: null,
    note: null,
    ratePercent,
    remainderCents: 2_800_000,
    payableBy: '2026-02-20T00:00:00.000Z',
  })
  await openPortal(pagePaths.clientPayments, { as: staff })
  await page.getByRole('button', { name: 'Add payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add client payment' })
  await dialog.getByRole('combobox', { name: 'Lead' }).click()
  await page.getByRole('option', { name: /^Bernard/ }).click()
  await dialog.getByLabelText('Amount net of VAT').fill('1000')
  await expect.element(dialog.getByText(said)).toBeVisible()
  await expect.element(dialog.getByText(/expected afterwards/)).toHaveLength(ratePercent === null ? 0 : 1)
})
