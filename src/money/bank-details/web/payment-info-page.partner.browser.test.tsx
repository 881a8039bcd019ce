import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { pagePaths } from '#access/domain/page-paths.ts'
import { refuse } from '#test/components/api.ts'
import { answerPartnerLists } from '#test/components/empty-portal.ts'
import { openPortal } from '#test/components/open-portal.tsx'
import { partner } from '#test/components/people.ts'
import { toast } from '#test/components/toasts.ts'
import { paymentRoutes } from '../api.ts'

beforeEach(answerPartnerLists)

test('whoever has just got their role reads from when on the bank details are open to them', async () => {
  const until = 'Vous pourrez les lire à partir du 3 novembre 2026 à 09:00.'
  refuse(paymentRoutes.getPaymentInfo, until, 'bank_details_wait')
  await openPortal(pagePaths.paymentInfo, { as: partner })
  await expect.element(page.getByRole('heading', { name: 'Pas encore accessible' })).toBeVisible()
  await expect.element(page.getByText(until)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument()
})

test('of several errors the first on the page is told and focused; a doubtful IBAN is told at its field', async () => {
  answerPartnerLists()
  await openPortal(pagePaths.paymentInfo, { as: partner })
  await page.getByLabelText('Company Name').fill('Fontaine Formation')
  await page.getByRole('button', { name: 'Save Information' }).click()
  await toast('Validation error', 'Country must be at least 2 characters')
  await expect.element(page.getByLabelText('Country')).toHaveFocus()
  const iban = page.getByLabelText('IBAN')
  await iban.fill('FR7630006000011234567890188')
  await expect.element(iban).toHaveAccessibleDescription(/IBAN checksum does not match/)
  await iban.fill('FR7630006000011234567890189')
  await expect.element(iban).not.toHaveAccessibleDescription(/IBAN checksum/)
})
